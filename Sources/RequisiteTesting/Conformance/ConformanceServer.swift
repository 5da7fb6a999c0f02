/// A server on this machine that does what a script says, byte for byte: what ``TransportConformance`` needs and does
/// not bring along. Wrap the raw-socket server of your tests in it.
public protocol ConformanceServer: Sendable {
  /// Where the server listens, as in `http://127.0.0.1:8080`, without a path.
  var baseURL: URL { get }
  /// All requests read so far, in the order of their arrival.
  var received: [ReceivedMessage] { get }
  /// Stops listening and closes all connections.
  func stop()
}

/// What a server does on each connection that it accepts.
public struct ServerScript: Sendable {
  /// One thing that a server does.
  public enum Step: Sendable {
    /// Reads one request, head and body, and keeps it.
    case read
    /// Sends bytes as they are.
    case send(Data)
    /// Waits until the client hangs up.
    case waitUntilClosed
  }

  /// The steps, in order. After the last step the connection is closed.
  public let steps: [Step]
  /// True to begin again with the first step, for the next request of the connection.
  public let repeats: Bool

  /// Makes a script of steps, played once unless `repeats` is true.
  public init(_ steps: [Step], repeats: Bool = false) {
    self.steps = steps
    self.repeats = repeats
  }
}

/// A request as a server read it.
public struct ReceivedMessage: Sendable {
  /// The method of the request line.
  public let method: String
  /// The target of the request line: path and query.
  public let target: String
  /// The header lines, in their order.
  public let headers: HTTPHeaders
  /// The body, without the framing of chunks.
  public let body: Data

  /// Makes a message of its parts, as a server of your own received it.
  public init(method: String, target: String, headers: HTTPHeaders, body: Data) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}
