/// A program of windows.
@MainActor @preconcurrency public protocol App {
  /// What the body is made of.
  associatedtype Body: Scene
  /// What the program shows.
  @SceneBuilder var body: Body { get }
}

/// What a program shows.
@MainActor @preconcurrency public protocol Scene {}

/// Windows of one kind.
public struct WindowGroup<Content: View>: Scene, ShownScene {
  private let content: Content
  /// Makes a window.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  func show(in hierarchy: Hierarchy) { hierarchy.add(content, EnvironmentValues()) }
}

/// Builds the scenes of an app: one here.
@resultBuilder public enum SceneBuilder {
  /// The scene itself.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
