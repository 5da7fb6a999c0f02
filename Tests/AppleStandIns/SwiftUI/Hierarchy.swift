/// What an app shows, found by making the bodies of its views one below the other. Not Apple's.
@MainActor public final class Hierarchy {
  /// The texts on the screen, from top to bottom.
  public internal(set) var texts: [String] = []
  var tasks: [@Sendable () async -> Void] = []

  /// Shows the windows of an app.
  public init(_ app: some App) {
    (app.body as? any ShownScene)?.show(in: self)
  }

  /// Runs the tasks of the views to their ends.
  public func runTasks() async {
    for task in tasks { await task() }
  }

  func add(_ view: some View, _ values: EnvironmentValues) {
    if let primitive = view as? any PrimitiveView { return primitive.show(in: self, values) }
    for property in Mirror(reflecting: view).children {
      (property.value as? any EnvironmentReader)?.read(values)
    }
    add(view.body, values)
  }
}

@MainActor protocol ShownScene {
  func show(in hierarchy: Hierarchy)
}
