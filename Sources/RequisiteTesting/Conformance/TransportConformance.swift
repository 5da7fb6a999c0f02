/// The rules that every terminal transport must follow, as a list of named checks to run on a transport of your own.
///
/// ```swift
/// @Test(arguments: TransportConformance(excusing: ["interim responses are skipped": "a proxy drops them"]).checks)
/// func conforms(check: TransportConformance.Check) async throws {
///   try await check.run(on: MyTransport()) { try MyServer($0) }
/// }
/// ```
/// Each check starts its own server, sends its requests, and throws a ``ConformanceFailure`` that describes the fault.
/// No check waits for a time to pass. Give the tests a time limit, because a transport may hang.
public struct TransportConformance: Sendable {
  /// Starts a server that follows a script.
  public typealias ServerFactory = @Sendable (ServerScript) throws -> any ConformanceServer

  /// All checks: of requests, responses, deliveries, files, progress and failures.
  public static let all: [Check] = requests + responses + deliveries + files + progress + failures + cuts

  /// The checks to run: all but the excused ones.
  public let checks: [Check]
  /// The names of the excused checks, each with the reason.
  public let excuses: [String: String]
  /// The names in ``excuses`` that belong to no check. Expect them to be empty, so that a renamed check does not go
  /// unnoticed.
  public let unknownExcuses: [String]

  /// Takes all checks but those that are excused, each by its name, with the reason.
  public init(excusing excuses: [String: String] = [:]) {
    self.excuses = excuses
    checks = Self.all.filter { excuses[$0.name] == nil }
    unknownExcuses = excuses.keys.filter { name in !Self.all.contains { $0.name == name } }.sorted()
  }
}

extension TransportConformance {
  /// One rule that a transport must follow, with the server and the requests that test it.
  public struct Check: Sendable, CustomStringConvertible {
    /// The rule as a sentence, which also identifies the check in ``TransportConformance/excuses``.
    public let name: String
    private let script: ServerScript
    private let body: @Sendable (ConformanceContext) async throws -> Void

    init(
      _ name: String, _ script: ServerScript,
      _ body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) {
      self.name = name
      self.script = script
      self.body = body
    }

    /// The name of the check, as a test reports it.
    public var description: String { name }

    /// Starts the server, runs the check and stops the server.
    ///
    /// - Throws: ``ConformanceFailure`` if the transport breaks the rule; an error of the transport or of the server.
    public func run(on transport: some TerminalTransport, server: ServerFactory) async throws {
      let server = try server(script)
      defer { server.stop() }
      try await body(ConformanceContext(transport: transport, server: server))
    }
  }
}

/// The difference between what a check requires and what a transport did.
public struct ConformanceFailure: LocalizedError, CustomStringConvertible, Sendable {
  /// The fault as a sentence.
  public let description: String

  /// The text of ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }
}

/// The transport and the server that a check works with.
struct ConformanceContext: Sendable {
  let transport: any TerminalTransport
  let server: any ConformanceServer

  func request(
    _ target: String = "/", method: HTTPMethod = .get, headers: HTTPHeaders = HTTPHeaders(),
    body: HTTPBody = .none, delivery: TransportRequest.Delivery = .buffered
  ) throws -> TransportRequest {
    guard let url = URL(string: server.baseURL.absoluteString + target) else {
      throw ConformanceFailure(description: "“\(target)” does not form a URL below \(server.baseURL)")
    }
    return TransportRequest(method: method, url: url, headers: headers, body: body, delivery: delivery)
  }

  /// Sends a request as a stack does.
  @discardableResult
  func exchange(_ request: TransportRequest) async throws -> TransportResponse {
    try await transport.send(request)
  }

  /// Sends a request whose exchange must fail, and returns the error.
  func failure(of request: TransportRequest) async throws -> NetworkRequestError {
    do { _ = try await transport.send(request) } catch { return error }
    throw ConformanceFailure(description: "the exchange succeeded, but must fail")
  }

  /// Expects that nothing was sent so far, and that the transport does send another request.
  func expectOnlyOneMore() async throws {
    try await exchange(request())
    try expect("the number of requests, with another one", server.received.count, 1)
  }

  /// Returns the first request that the server read.
  func received() throws -> ReceivedMessage {
    guard let first = server.received.first else {
      throw ConformanceFailure(description: "no request reached the server")
    }
    return first
  }

  func expect<Value: Equatable>(_ words: String, _ found: Value, _ wanted: Value) throws {
    guard found != wanted else { return }
    throw ConformanceFailure(description: "\(words) is \(found), not \(wanted)")
  }

  func expect(_ words: String, _ holds: Bool) throws {
    guard holds else { throw ConformanceFailure(description: "expected: \(words)") }
  }
}

extension TransportResponse {
  func memory() throws -> Data {
    guard case .data(let data) = body else {
      throw ConformanceFailure(description: "the body is not in memory, as the request requires")
    }
    return data
  }

  func stream() throws -> ByteStream {
    guard case .stream(let stream) = body else {
      throw ConformanceFailure(description: "the body is not a stream, as the request requires")
    }
    return stream
  }

  func file() throws -> URL {
    guard case .file(let url) = body else {
      throw ConformanceFailure(description: "the body is not in a file, as the request requires")
    }
    return url
  }
}

extension ServerScript {
  /// Answers every request with these bytes.
  static func answering(_ message: String) -> ServerScript { answering(Data(message.utf8)) }

  /// Answers every request with these bytes.
  static func answering(_ message: Data) -> ServerScript {
    ServerScript([.read, .send(message)], repeats: true)
  }

  static let ok = answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

  /// Answers the first request of a connection with these bytes and closes it.
  static func closing(after message: String) -> ServerScript {
    ServerScript([.read, .send(Data(message.utf8))])
  }

  /// Answers the first request with these bytes, then sends nothing until the client closes the connection.
  static func stalling(after message: String) -> ServerScript {
    ServerScript([.read, .send(Data(message.utf8)), .waitUntilClosed])
  }
}

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
