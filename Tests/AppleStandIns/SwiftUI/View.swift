/// A part of what a program shows.
@MainActor @preconcurrency public protocol View {
  /// What the body is made of.
  associatedtype Body: View
  /// What the view shows.
  @ViewBuilder var body: Body { get }
}

/// Builds the content of a view: one view here.
@resultBuilder public enum ViewBuilder {
  /// The view itself.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

/// A view that is shown without a body of its own.
@MainActor protocol PrimitiveView {
  func show(in hierarchy: Hierarchy, _ values: EnvironmentValues)
}

/// Text on the screen.
public struct Text: View, PrimitiveView {
  private let text: String
  /// Makes a text.
  public init(_ text: String) { self.text = text }
  /// The text itself.
  public var body: Text { self }

  func show(in hierarchy: Hierarchy, _ values: EnvironmentValues) { hierarchy.texts.append(text) }
}

/// Rows, one an element.
public struct List<Content: View>: View, PrimitiveView {
  private let rows: [Content]
  /// Makes a row of each element.
  public init<Element: Identifiable>(_ elements: [Element], @ViewBuilder row: (Element) -> Content) {
    rows = elements.map(row)
  }
  /// The list itself.
  public var body: List { self }

  func show(in hierarchy: Hierarchy, _ values: EnvironmentValues) {
    for row in rows { hierarchy.add(row, values) }
  }
}

/// A view with a task, or in a changed environment.
struct ModifiedView<Content: View>: View, PrimitiveView {
  let content: Content
  var change: (inout EnvironmentValues) -> Void = { _ in }
  var action: (@Sendable () async -> Void)?
  var body: ModifiedView { self }

  func show(in hierarchy: Hierarchy, _ values: EnvironmentValues) {
    var values = values
    change(&values)
    hierarchy.add(content, values)
    if let action { hierarchy.tasks.append(action) }
  }
}

extension View {
  /// Runs a task as long as the view is there.
  public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View {
    ModifiedView(content: self, action: action)
  }

  /// Sets a value of the environment.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    ModifiedView(content: self, change: { $0[keyPath: keyPath] = value })
  }
}
