import Requisite

/// One end of a WebSocket after its handshake, without any I/O: bytes that arrive become events, and what is sent becomes
/// bytes in ``output``.
///
/// The first violation of the protocol ends it: a close frame with the code of the violation is written, and everything
/// that arrives later is ignored (RFC 6455 §7.1.7).
struct SocketMachine {
  enum Event: Equatable {
    /// A whole message. Text is valid UTF-8.
    case message(isText: Bool, [UInt8])
    case pong([UInt8])
    /// Nothing follows.
    case ended(SocketEnd)
  }

  struct Settings {
    /// The most bytes of a message that arrives, after decompression.
    var maximumMessageSize = 16 << 20
    /// Messages of fewer bytes are sent uncompressed, because the compressed form is hardly shorter.
    var minimumCompressedSize = 256
  }

  private let isClient: Bool
  private let settings: Settings
  private let encoder: (any MessageEncoder)?
  private let decoder: (any MessageDecoder)?
  private var keys = FrameKeys()
  private var reader: FrameReader
  /// The bytes to send.
  private(set) var output: [UInt8] = []
  /// The end of the socket, once it is known.
  private(set) var end: SocketEnd?
  /// True once a close frame was written: no frame may follow it.
  private(set) var hasSentClose = false

  /// The message whose frames are arriving; nil between messages.
  private var message: PartialMessage?
  private var control: [UInt8] = []

  init(isClient: Bool, coding: MessageCoding? = nil, settings: Settings = Settings()) {
    (self.isClient, self.settings) = (isClient, settings)
    encoder = coding?.encoder(isClient: isClient)
    decoder = coding?.decoder(isClient: isClient)
    reader = FrameReader(FrameRules(areMasked: !isClient, mayBeCompressed: coding != nil))
  }

  /// Takes the bytes to send.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Takes bytes that have arrived, in pieces of any size.
  mutating func receive(_ bytes: UnsafeRawBufferPointer, _ events: inout [Event]) {
    var rest = bytes
    do throws(WebSocketFailure) {
      while end == nil, let piece = try reader.next(from: &rest) {
        if piece.header.opcode.isControl {
          try takeControl(piece, &events)
        } else if !hasSentClose {
          try takeData(piece, &events)
        }
      }
    } catch {
      writeClose(error.closeCode, reason: error.description)
      finish(.failed(error), &events)
    }
  }

  /// Ends the socket because the connection has ended, unless the close handshake has ended it before.
  mutating func disconnect(_ events: inout [Event]) {
    let words = "the connection ended without a close frame"
    finish(.failed(WebSocketFailure(.lost, words)), &events)
  }

  private mutating func finish(_ end: SocketEnd, _ events: inout [Event]) {
    guard self.end == nil else { return }
    self.end = end
    message = nil
    events.append(.ended(end))
  }
}

extension SocketMachine {
  private mutating func takeData(
    _ piece: FrameReader.Piece, _ events: inout [Event]
  ) throws(WebSocketFailure) {
    if piece.isStart { try startFrame(piece.header) }
    // A message in one frame that has arrived as a whole, as nearly all do, is copied once.
    guard var current = message.take() else { return }
    try current.append(piece, decoder: decoder, limit: settings.maximumMessageSize)
    guard piece.isEnd, piece.header.isFinal else { return message = current }
    guard current.isComplete else {
      throw .violation("a text message ends within a character", .invalidData)
    }
    events.append(.message(isText: current.isText, current.bytes))
  }

  private mutating func startFrame(_ header: FrameHeader) throws(WebSocketFailure) {
    if header.opcode == .continuation {
      guard message != nil else { throw .violation("a continuation frame continues no message") }
    } else {
      guard message == nil else { throw .violation("a message begins within another one") }
      message = PartialMessage(isText: header.opcode == .text, isCompressed: header.isCompressed)
    }
    // Before any of it has arrived. A compressed message is at least this long as well, in practice.
    let count = message.map { $0.bytes.count } ?? 0
    guard header.count <= settings.maximumMessageSize - count else {
      throw .tooBig(settings.maximumMessageSize)
    }
  }

  private mutating func takeControl(
    _ piece: FrameReader.Piece, _ events: inout [Event]
  ) throws(WebSocketFailure) {
    if piece.isStart { control.removeAll(keepingCapacity: true) }
    control.append(piece)
    guard piece.isEnd else { return }
    switch piece.header.opcode {
    case .ping: if !hasSentClose { write(.pong, control) }
    case .pong: events.append(.pong(control))
    default: try takeClose(&events)
    }
  }

  /// Takes a close frame (RFC 6455 §5.5.1), and answers it with its own code.
  private mutating func takeClose(_ events: inout [Event]) throws(WebSocketFailure) {
    guard control.count != 1 else { throw .violation("a close frame has half a code") }
    guard control.count >= 2 else {
      writeClose(nil, reason: "")
      return finish(.closed(nil, reason: ""), &events)
    }
    let code = WebSocketCloseCode(rawValue: UInt16(control[0]) << 8 | UInt16(control[1]))
    guard code.isSendable else {
      throw .violation("a close frame has the code \(code), which cannot be sent")
    }
    guard let reason = String(validUTF8: control[2...]) else {
      throw .violation("the reason of a close frame is not UTF-8", .invalidData)
    }
    writeClose(code, reason: "")
    finish(.closed(code, reason: reason), &events)
  }
}

extension SocketMachine {
  /// Writes a message in one frame. Does nothing after the end, and after ``close(_:reason:)``.
  mutating func send(isText: Bool, _ bytes: UnsafeRawBufferPointer) {
    guard end == nil, !hasSentClose else { return }
    let opcode: Opcode = isText ? .text : .binary
    if bytes.count >= settings.minimumCompressedSize, let compressed = encoder?.encode(bytes) {
      compressed.withUnsafeBytes { write(opcode, $0, isCompressed: true) }
    } else {
      write(opcode, bytes)
    }
  }

  /// Writes a ping with at most 125 bytes.
  mutating func ping(_ bytes: [UInt8]) {
    if end == nil, !hasSentClose { write(.ping, bytes) }
  }

  /// Begins the close handshake. The socket ends when the other end has answered; messages that arrive until then are
  /// discarded.
  mutating func close(_ code: WebSocketCloseCode?, reason: String) {
    if end == nil { writeClose(code, reason: reason) }
  }

  private mutating func writeClose(_ code: WebSocketCloseCode?, reason: String) {
    guard !hasSentClose else { return }
    hasSentClose = true
    message = nil
    guard let code else { return write(.close, []) }
    let start = [UInt8(truncatingIfNeeded: code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)]
    write(.close, start + Self.reasonBytes(reason))
  }

  /// The most whole characters of the reason that a control frame has room for.
  private static func reasonBytes(_ reason: String) -> [UInt8] {
    var bytes = Array(reason.utf8.prefix(123))
    while !bytes.isEmpty, String(validUTF8: bytes) == nil { bytes.removeLast() }
    return bytes
  }

  private mutating func write(_ opcode: Opcode, _ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write(opcode, $0) }
  }

  private mutating func write(_ opcode: Opcode, _ bytes: UnsafeRawBufferPointer, isCompressed: Bool = false) {
    let mask = isClient ? keys.next() : nil
    let header = FrameHeader(opcode: opcode, isCompressed: isCompressed, mask: mask, count: bytes.count)
    header.write(to: &output)
    let start = output.count
    output.append(contentsOf: bytes)
    guard let mask else { return }
    output.withUnsafeMutableBytes {
      FrameMask.apply(mask, to: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
    }
  }
}
