/// The header section of a stub, read as that of a server: by the reader that `CurlTransport` has for the lines of libcurl.
struct WireHead {
  private let request: TransportRequest
  private let status: Int
  private let lines: HTTPHeaderLines
  private let length: Int64?

  /// Writes the section as a server does, and reads it.
  ///
  /// - Throws: What a transport throws for such a section.
  init(status: Int, _ headers: HTTPHeaders, for request: TransportRequest) throws(NetworkRequestError) {
    let text =
      "HTTP/1.1 \(status) \r\n" + headers.map { "\($0.name.rawValue): \($0.value)\r\n" }.joined() + "\r\n"
    var reader = HTTPHeadCollector(limit: .max, mayBeHTTP2: false)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, !reader.isComplete {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      let step = rest[..<end].withUnsafeBytes { reader.append($0) }
      if case .malformed(let problem) = step { throw Self.badResponse(problem, request) }
      rest = rest[end...]
    }
    guard reader.isComplete else {
      let problem = "the connection was closed after an interim response, before the response"
      throw .urlSessionFailed(TransportFailure(.networkConnectionLost, problem, request: request))
        .afterSending()
    }
    guard rest.isEmpty else {
      throw Self.badResponse("the header section of the response has an empty line within", request)
    }
    (self.request, self.status, lines) = (request, status, reader.lines)
    length = reader.framing.bodyLength
  }

  private static func badResponse(_ problem: String, _ request: TransportRequest) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request)).afterSending()
  }

  /// The fields as a client receives them.
  var headers: HTTPHeaders { lines.headers }

  /// False for a response that has no body, whatever its fields say (RFC 9112 §6.3).
  var hasBody: Bool { request.method != .head && ![204, 304].contains(status) }

  /// Returns what a client receives of a body: as many bytes as were announced, without the content codings.
  func body(_ stream: ByteStream) -> ByteStream {
    guard hasBody else { return stream }
    return measured(stream).decoded(lines, status: status, for: request)
  }

  private func measured(_ stream: ByteStream) -> ByteStream {
    guard let length else { return stream }
    let (pull, rest, request) = (stream.makeAsyncIterator().pull, Locked(length), request)
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) in
      guard let chunk = try await pull() else {
        let missing = rest.withLock(\.self)
        guard missing > 0 else { return nil }
        let message = "the connection was closed with \(missing) of \(length) bytes of the body missing"
        throw .urlSessionFailed(TransportFailure(.networkConnectionLost, message, request: request))
          .afterSending()
      }
      return rest.withLock { rest in
        let part = chunk.prefix(Int(clamping: rest))
        rest -= Int64(part.count)
        return part
      }
    }
  }
}
