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

  let isClient: Bool
  let settings: Settings
  let encoder: (any MessageEncoder)?
  private let decoder: (any MessageDecoder)?
  var keys = FrameKeys()
  private var reader: FrameReader
  /// The bytes to send.
  var output: [UInt8] = []
  /// The end of the socket, once it is known.
  private(set) var end: SocketEnd?
  /// True once a close frame was written: no frame may follow it.
  var hasSentClose = false

  /// The message whose frames are arriving; nil between messages.
  var message: PartialMessage?
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
  ///
  /// - Parameter stopsAtMessage: True to take no bytes after the end of the first message.
  /// - Returns: The number of bytes taken.
  @discardableResult
  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, stopsAtMessage: Bool = false, _ events: inout [Event]
  ) -> Int {
    var rest = bytes
    do throws(WebSocketFailure) {
      while end == nil, let piece = try reader.next(from: &rest) {
        if piece.header.opcode.isControl {
          try takeControl(piece, &events)
        } else if !hasSentClose {
          try takeData(piece, &events)
          if stopsAtMessage, message == nil { return bytes.count - rest.count }
        }
      }
    } catch {
      writeClose(error.closeCode, reason: error.description)
      finish(.failed(error), &events)
    }
    return bytes.count
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
