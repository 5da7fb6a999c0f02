import Requisite

/// Reads the response to a handshake as its bytes arrive: the header section, and the body of any response but a 101.
///
/// The connection of a response without 101 is closed after it, so its body may be cut at ``mostBytes`` without harm.
struct HandshakeResponse {
  /// The most bytes of the header section, interim responses included, and of the body.
  static let mostBytes = 65_536

  private(set) var status = 0
  private(set) var body = Data()
  private var lines = HTTPHeaderLines()
  private var line: [UInt8] = []
  /// The number of bytes of lines since the last byte of the body.
  private var size = 0
  private var framing = Framing.head

  private enum Framing {
    case head
    /// The body has this many more bytes.
    case length(Int)
    /// A line of the chunked coding (RFC 9112 §7.1): a size, the end of a chunk, or a trailer.
    case chunkSize, chunkEnd, trailers
    case chunk(Int)
    case untilEnd
    case complete
  }

  /// The fields of the response.
  var headers: HTTPHeaders { lines.headers }

  /// The response to a request, as far as it has arrived.
  func transportResponse(to request: TransportRequest) -> TransportResponse {
    TransportResponse(status: status, headers: headers, url: request.url, body: .data(body))
  }

  /// True if the header section is complete.
  var hasHead: Bool { if case .head = framing { false } else { true } }

  /// Takes bytes off the front of `input`. Returns true if the response is complete; what is left of `input` after a 101
  /// is the first bytes of frames.
  ///
  /// - Throws: A failure of the handshake for a malformed response.
  mutating func take(_ input: inout UnsafeRawBufferPointer) throws(WebSocketFailure) -> Bool {
    while !input.isEmpty {
      switch framing {
      case .complete: return true
      case .head, .chunkSize, .chunkEnd, .trailers: try takeLine(&input)
      case .length(let left): takeBody(&input, left) { .length($0) }
      case .chunk(let left): takeBody(&input, left) { .chunk($0) }
      case .untilEnd: takeBody(&input, .max) { _ in .untilEnd }
      }
      settle()
    }
    guard case .complete = framing else { return false }
    return true
  }

  private mutating func takeBody(
    _ input: inout UnsafeRawBufferPointer, _ left: Int, _ rest: (Int) -> Framing
  ) {
    let count = min(input.count, left, Self.mostBytes - body.count)
    body.append(contentsOf: input[..<count])
    input = UnsafeRawBufferPointer(rebasing: input[count...])
    size = 0
    framing = rest(left - count)
  }

  /// Ends a body or a chunk that has all of its bytes.
  private mutating func settle() {
    switch framing {
    case .length(0): framing = .complete
    case .chunk(0): framing = .chunkEnd
    default: break
    }
    if body.count == Self.mostBytes { framing = .complete }
  }

  private mutating func takeLine(_ input: inout UnsafeRawBufferPointer) throws(WebSocketFailure) {
    let end = input.firstIndex(of: UInt8(ascii: "\n"))
    let count = end.map { $0 + 1 } ?? input.count
    size += count
    guard size <= Self.mostBytes else {
      throw .malformed("has a header section of more than \(Self.mostBytes) bytes")
    }
    line.append(contentsOf: input[..<count])
    input = UnsafeRawBufferPointer(rebasing: input[count...])
    guard end != nil else { return }
    let whole = line
    line = []
    try whole.withUnsafeBytes { bytes in
      Result { [framing] () throws(WebSocketFailure) in
        switch framing {
        case .head: try takeHead(HTTPHeaderLine(bytes), bytes)
        default: takeChunkLine(HTTPHeaderLine(bytes).bytes)
        }
      }
    }.get()
  }

  private mutating func takeHead(
    _ line: HTTPHeaderLine, _ bytes: UnsafeRawBufferPointer
  ) throws(WebSocketFailure) {
    guard status >= 100 else {
      guard let first = HTTPStatusLine(line.bytes), first.isHTTP1, first.status >= 100 else {
        throw .malformed("begins with a line that is no status line of HTTP/1.1")
      }
      status = first.status
      return lines.restart()
    }
    guard !line.bytes.isEmpty else { return endHead() }
    guard line.colon != nil, !line.isFolded, Token.isValid(line.name), !line.bytes.contains(13),
      !line.bytes.contains(0)
    else { throw .malformed("has a line in its header section that is no field") }
    lines.append(bytes)
  }

  private mutating func endHead() {
    // An interim response is followed by another one (RFC 9110 §15.2).
    guard status >= 200 || status == 101 else { return status = 0 }
    let headers = lines.headers
    let codings = headers.values(for: "Transfer-Encoding").flatMap { HTTPQuoting.list($0) }
    if status == 101 || status == 204 || status == 304 {
      framing = .complete
    } else if !codings.isEmpty {
      framing =
        codings.count == 1 && ASCII.equalIgnoringCase(String(codings[0]), "chunked") ? .chunkSize : .untilEnd
    } else {
      let length = headers["Content-Length"].flatMap { ASCII.isNumber($0) ? Int($0) : nil }
      framing = length.map { .length($0) } ?? .untilEnd
    }
    settle()
  }

  /// A faulty chunk ends the body, which is a description of an error and shown as far as it is readable.
  private mutating func takeChunkLine(_ line: UnsafeRawBufferPointer) {
    switch framing {
    case .chunkEnd: framing = .chunkSize
    case .chunkSize:
      let digits = String(decoding: line.prefix { $0 != UInt8(ascii: ";") && $0 != 32 }, as: UTF8.self)
      let size = Int(digits, radix: 16) ?? -1
      framing = size > 0 ? .chunk(size) : size == 0 ? .trailers : .complete
    default: if line.isEmpty { framing = .complete }
    }
  }

  /// Ends the response with its connection. Returns true if the header section is complete; the body is then shown as far
  /// as it arrived.
  mutating func end() -> Bool {
    guard hasHead else { return false }
    framing = .complete
    return true
  }
}

extension WebSocketFailure {
  fileprivate static func malformed(_ words: String) -> WebSocketFailure {
    WebSocketFailure(.handshake, "the response to the handshake \(words)")
  }
}
