import Requisite

/// The opening handshake of a client (RFC 6455 §4.1): what it offers, and whether a response accepts that.
struct Handshake: Sendable {
  /// The subprotocols offered, the preferred one first.
  var subprotocols: [String] = []
  /// Whether permessage-deflate is offered.
  var compresses = false
  var key = HandshakeKey.make()

  /// What the server has agreed on.
  struct Agreement: Sendable, Equatable {
    /// The subprotocol; nil for none.
    var subprotocol: String?
    /// The compression; nil for none.
    var coding: MessageCoding?
  }

  /// The fields of the request that belong to the handshake alone, in the order in which they are sent.
  var fields: [(name: String, value: String)] {
    var fields = [
      (name: "Upgrade", value: "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
      ("Sec-WebSocket-Key", key),
    ]
    if !subprotocols.isEmpty {
      fields.append(("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")))
    }
    if compresses { fields.append(("Sec-WebSocket-Extensions", MessageCoding.offer)) }
    return fields
  }

  /// Returns the request as it is sent: its own fields, then those of the handshake.
  func bytes(of request: TransportRequest) -> [UInt8] {
    let parts = URLParts(request.url)
    var text = "GET \(parts.requestTarget) HTTP/1.1\r\nHost: \(parts.hostAndPort)\r\n"
    if parts.userInfo != nil, !request.headers.contains(.authorization),
      let user = request.url.user(percentEncoded: false)
    {
      let password = request.url.password(percentEncoded: false) ?? ""
      text += "Authorization: \(Authorization.basic(user: user, password: password).headerValue)\r\n"
    }
    for field in request.headers { text += "\(field.name.rawValue): \(field.value)\r\n" }
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Checks the fields of a response with status 101.
  ///
  /// - Throws: A failure of the handshake, which names the field at fault.
  func agreement(_ headers: HTTPHeaders) throws(WebSocketFailure) -> Agreement {
    guard ASCII.equalIgnoringCase(headers["Upgrade"] ?? "", "websocket") else {
      throw .refused("Upgrade", headers, "is not “websocket”")
    }
    let options = headers.values(for: "Connection").flatMap { HTTPQuoting.list($0) }
    guard options.contains(where: { ASCII.equalIgnoringCase(String($0), "upgrade") }) else {
      throw .refused("Connection", headers, "has no “Upgrade”")
    }
    guard headers.values(for: "Sec-WebSocket-Accept") == [HandshakeKey.accept(for: key)] else {
      throw .refused("Sec-WebSocket-Accept", headers, "does not answer the Sec-WebSocket-Key")
    }
    return Agreement(subprotocol: try subprotocol(headers), coding: try coding(headers))
  }

  private func subprotocol(_ headers: HTTPHeaders) throws(WebSocketFailure) -> String? {
    guard let name = headers["Sec-WebSocket-Protocol"] else { return nil }
    guard subprotocols.contains(name) else {
      throw .refused("Sec-WebSocket-Protocol", headers, "is not one of the subprotocols that were offered")
    }
    return name
  }

  private func coding(_ headers: HTTPHeaders) throws(WebSocketFailure) -> MessageCoding? {
    let extensions = headers.values(for: "Sec-WebSocket-Extensions").flatMap { HTTPQuoting.list($0) }
    guard let first = extensions.first else { return nil }
    let (name, parameters) = HTTPQuoting.item(first)
    guard extensions.count == 1, compresses, name == "permessage-deflate" else {
      throw .refused("Sec-WebSocket-Extensions", headers, "names an extension that was not offered")
    }
    return try MessageCoding(parameters: parameters)
  }
}

extension WebSocketFailure {
  fileprivate static func refused(
    _ field: HTTPHeaderName, _ headers: HTTPHeaders, _ message: String
  ) -> WebSocketFailure {
    let value = headers.values(for: field).joined(separator: ", ")
    let quoted = value.isEmpty ? "is missing or empty: it" : "is “\(value.prefix(80))”, which"
    return WebSocketFailure(
      .handshake, "the field \(field) of the 101 response \(quoted) \(message) (RFC 6455 §4.1)")
  }
}

/// The key of a handshake, and the proof that a server has read it (RFC 6455 §4.2.2).
enum HandshakeKey {
  /// Returns a key: 16 random bytes in base 64.
  static func make() -> String {
    let bits = SystemRandomness.bits()
    return withUnsafeBytes(of: bits) { Data($0).base64EncodedString() }
  }

  /// Returns the `Sec-WebSocket-Accept` that answers a key.
  static func accept(for key: String) -> String {
    Data(sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }

  /// SHA-1 (FIPS 180-4 §6.1). It is no protection here: the protocol uses it as a sign that a server speaks WebSocket.
  private static func sha1(_ message: [UInt8]) -> [UInt8] {
    let bytes = HashBlocks.padded(message, shifts: stride(from: 56, through: 0, by: -8))
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: bytes.count, by: 64) { process(bytes[start..<(start + 64)], &state) }
    return state.flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }

  private static func process(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
    for index in 16..<80 {
      let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = word << 1 | word >> 31
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (choice, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = (a << 5 | a >> 27) &+ choice &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, next)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }
}

/// Reads the response to a handshake as its bytes arrive: the header section, and the body of any response but a 101.
///
/// The connection of a response without 101 is closed after it, so its body may be cut at ``maximumSize`` without harm.
struct HandshakeResponse {
  /// The most bytes of the header section, interim responses included, and of the body.
  static let maximumSize = 65_536

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
      case .length(let remaining): takeBody(&input, remaining) { .length($0) }
      case .chunk(let remaining): takeBody(&input, remaining) { .chunk($0) }
      case .untilEnd: takeBody(&input, .max) { _ in .untilEnd }
      }
      finishPart()
    }
    guard case .complete = framing else { return false }
    return true
  }

  private mutating func takeBody(
    _ input: inout UnsafeRawBufferPointer, _ remaining: Int, _ rest: (Int) -> Framing
  ) {
    let count = min(input.count, remaining, Self.maximumSize - body.count)
    body.append(contentsOf: input[..<count])
    input = UnsafeRawBufferPointer(rebasing: input[count...])
    size = 0
    framing = rest(remaining - count)
  }

  /// Ends a body or a chunk that has all of its bytes.
  private mutating func finishPart() {
    switch framing {
    case .length(0): framing = .complete
    case .chunk(0): framing = .chunkEnd
    default: break
    }
    if body.count == Self.maximumSize { framing = .complete }
  }

  private mutating func takeLine(_ input: inout UnsafeRawBufferPointer) throws(WebSocketFailure) {
    let end = input.firstIndex(of: UInt8(ascii: "\n"))
    let count = end.map { $0 + 1 } ?? input.count
    size += count
    guard size <= Self.maximumSize else {
      throw .malformed("has a header section of more than \(Self.maximumSize) bytes")
    }
    line.append(contentsOf: input[..<count])
    input = UnsafeRawBufferPointer(rebasing: input[count...])
    guard end != nil else { return }
    let whole = line
    line = []
    try whole.withBytes { [framing] bytes throws(WebSocketFailure) in
      switch framing {
      case .head: try takeHead(HTTPHeaderLine(bytes), bytes)
      default: takeChunkLine(HTTPHeaderLine(bytes).bytes)
      }
    }
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
    finishPart()
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
  fileprivate static func malformed(_ message: String) -> WebSocketFailure {
    WebSocketFailure(.handshake, "the response to the handshake \(message)")
  }
}
