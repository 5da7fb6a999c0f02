/// A server on this machine that follows a script, byte for byte. ``TransportConformance`` needs one and does not
/// include one: wrap the raw-socket server of your tests.
public protocol ConformanceServer: Sendable {
  /// The address at which the server listens, such as `http://127.0.0.1:8080`, without a path.
  var baseURL: URL { get }
  /// All requests read so far, in the order of arrival.
  var received: [ReceivedMessage] { get }
  /// Stops listening and closes all connections.
  func stop()
}

/// The steps that a server takes on each connection that it accepts.
public struct ServerScript: Sendable {
  /// One step of a script.
  public enum Step: Sendable {
    /// Reads one request, head and body, and adds it to ``ConformanceServer/received``.
    case read
    /// Sends the bytes unchanged.
    case send(Data)
    /// Waits until the client closes the connection.
    case waitUntilClosed
  }

  /// The steps, in order. The server closes the connection after the last one.
  public let steps: [Step]
  /// True to start again with the first step, for the next request of the connection.
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
  /// The target of the request line: path and query, still escaped.
  public let target: String
  /// The header fields, in order.
  public let headers: HTTPHeaders
  /// The body, without chunk framing.
  public let body: Data

  /// Makes a message from the parts that your server read.
  public init(method: String, target: String, headers: HTTPHeaders, body: Data) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}
