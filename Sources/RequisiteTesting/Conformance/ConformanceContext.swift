/// The transport and the server that a check works with.
struct ConformanceContext: Sendable {
  let transport: any TerminalTransport
  let server: any ConformanceServer

  func request(
    _ target: String = "/", method: HTTPMethod = .get, headers: HTTPHeaders = HTTPHeaders(),
    body: HTTPBody = .none, delivery: Delivery = .buffered
  ) throws -> TransportRequest {
    guard let url = URL(string: server.baseURL.absoluteString + target) else {
      throw ConformanceFailure(description: "“\(target)” does not form a URL below \(server.baseURL)")
    }
    return TransportRequest(method: method, url: url, headers: headers, body: body, delivery: delivery)
  }

  @discardableResult
  func exchange(_ request: TransportRequest) async throws -> TransportResponse {
    try await transport.exchange(request)
  }

  /// Sends a request whose exchange must fail, and returns the error.
  func failure(of request: TransportRequest) async throws -> NetworkRequestError {
    do { _ = try await transport.exchange(request) } catch { return error }
    throw ConformanceFailure(description: "the exchange succeeded, but must fail")
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
