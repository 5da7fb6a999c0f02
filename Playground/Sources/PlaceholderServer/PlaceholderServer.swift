import FlyingFox
import FlyingSocks
import Foundation

/// An embedded JSONPlaceholder: posts, comments, albums, photos, todos and users to test a client with.
///
/// It behaves like json-server (filters, pages, sorting, nested routes, writes), listens on the loopback interface
/// only, and keeps changes in memory until it stops. The texts are generated, and equal in every run.
///
/// ```swift
/// try await PlaceholderServer.run { server in
///   print(server.baseURL)   // http://127.0.0.1:49152
/// }
/// ```
public struct PlaceholderServer: Sendable {
  /// The address at which the server listens: `http://127.0.0.1` with its port.
  public let baseURL: URL
  /// The port of ``baseURL``.
  public let port: UInt16

  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Starts a server.
  ///
  /// The server runs until ``stop()`` is called or the process ends.
  ///
  /// - Parameters:
  ///   - port: The port; 0, the default, chooses a free one.
  ///   - isFlaky: True if each request fails the first time, with a 503, and succeeds when it is repeated.
  ///   - delay: The wait before each response; none by default.
  /// - Throws: ``StartFailure`` if the port is in use or not allowed.
  public static func start(
    port: UInt16 = 0, isFlaky: Bool = false, delay: Duration = .zero
  ) async throws -> PlaceholderServer {
    try await start(port: port, limits: Limits(), mood: ServerMood(isFlaky: isFlaky, delay: delay))
  }

  static func start(
    port: UInt16 = 0, limits: Limits, mood: ServerMood = ServerMood()
  ) async throws -> PlaceholderServer {
    let responder = Responder(store: PlaceholderStore(limits: limits))
    let configuration = HTTPServer.Configuration(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: 120, pool: PromptPool(), logger: .disabled)
    let server = HTTPServer(
      config: configuration, handler: PlaceholderHandler(responder: responder, limits: limits, mood: mood))
    do {
      return try await PlaceholderServer(server: server, running: running(server))
    } catch {
      throw StartFailure(port: port, underlyingError: error)
    }
  }

  /// Runs the server in a task, and returns the task once the server listens.
  private static func running(_ server: HTTPServer) async throws -> Task<Void, any Error> {
    let listening = Task { try await server.waitUntilListening() }
    let running = Task {
      do { try await server.run() } catch {
        listening.cancel()
        throw error
      }
    }
    do {
      try await listening.value
      return running
    } catch {
      running.cancel()
      try await running.value  // throws why it does not listen
      throw error
    }
  }

  /// True while the server accepts connections.
  public var isListening: Bool {
    get async { await server.isListening }
  }

  /// Stops listening and closes the connections.
  ///
  /// Stopping twice is allowed.
  public func stop() async {
    await server.stop()
    running.cancel()
    _ = await running.result
  }

  /// Waits until the server stops or fails.
  public func waitUntilStopped() async {
    _ = await running.result
  }

  /// Starts a server, calls `body` and stops the server, whether `body` returns or throws.
  public static func run<Result: Sendable>(
    _ body: (PlaceholderServer) async throws -> Result
  ) async throws -> Result {
    let server = try await start()
    do {
      let result = try await body(server)
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }

  private init(server: HTTPServer, running: Task<Void, any Error>) async throws {
    guard case .ip4(_, let port) = await server.listeningAddress,
      let baseURL = URL(string: "http://127.0.0.1:\(port)")
    else { throw SocketError.disconnected }
    self.baseURL = baseURL
    self.port = port
    self.server = server
    self.running = running
  }
}
