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

/// Text on the screen.
public struct Text: View {
  /// Makes a text.
  public init(_ text: String) {}
  /// The text itself: nothing is shown here.
  public var body: Text { self }
}

/// Rows, one an element.
public struct List<Content: View>: View {
  /// Makes a row of each element.
  public init<Element: Identifiable>(_ elements: [Element], @ViewBuilder row: (Element) -> Content) {}
  /// The list itself: nothing is shown here.
  public var body: List { self }
}

extension View {
  /// Runs a task as long as the view is there.
  public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { self }

  /// Sets a value of the environment.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { self }
}
