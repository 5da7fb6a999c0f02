import Requisite

/// One end of a WebSocket after its handshake, without any I/O: bytes that arrive become events, and what is sent becomes
/// bytes in ``output``.
///
/// The first violation of the protocol ends it: a close frame with the code of the violation is written, and everything
/// that arrives later is ignored (RFC 6455 §7.1.7).
struct SocketMachine {
  enum Event: Equatable {
    /// A whole message, whose text is valid UTF-8, or a part of one: the bytes that have arrived, of text perhaps half a character
    /// at either end.
    case message(RawMessage)
    case pong(Data)
    /// Nothing follows.
    case ended(SocketEnd)
  }

  /// How far bytes are taken.
  enum Extent {
    case all
    /// Up to the end of a message.
    case message
    /// Up to the end of the next part of a message.
    case part
    /// Up to the frames of a message: only control frames are taken.
    case control
  }

  let isClient: Bool
  private let options: WebSocketOptions
  let encoder: MessageEncoder?
  private let decoder: MessageDecoder?
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
  private var control = Data()

  init(isClient: Bool, coding: MessageCoding? = nil, options: WebSocketOptions = WebSocketOptions()) {
    self.isClient = isClient
    self.options = options
    encoder = coding?.encoder(isClient: isClient)
    decoder = coding.map { _ in MessageDecoder() }
    reader = FrameReader(FrameRules(areMasked: !isClient, mayBeCompressed: coding != nil))
  }

  /// Takes the bytes to send.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Takes bytes that have arrived, in pieces of any size.
  ///
  /// - Returns: The number of bytes taken.
  @discardableResult
  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, upTo extent: Extent = .all, _ events: inout [Event]
  ) -> Int {
    var rest = bytes
    // A part that is decompressed has up to 1,032 times as many bytes.
    let most = extent == .part && decoder != nil ? 4096 : .max
    let stopsBeforeData = extent == .control && !hasSentClose
    do throws(WebSocketFailure) {
      while end == nil, let piece = try reader.next(from: &rest, most: most, stopsBeforeData: stopsBeforeData)
      {
        if piece.header.opcode.isControl {
          try takeControl(piece, &events)
        } else if !hasSentClose {
          let isDone = try takeData(piece, isStreamed: extent == .part, &events)
          if extent != .all, isDone { return bytes.count - rest.count }
        }
      }
      if end == nil { return bytes.count - rest.count }
    } catch {
      writeClose(error.closeCode, reason: error.description)
      finish(.failed(error), &events)
    }
    return bytes.count
  }

  private mutating func finish(_ end: SocketEnd, _ events: inout [Event]) {
    guard self.end == nil else { return }
    self.end = end
    message = nil
    events.append(.ended(end))
  }
}

extension SocketMachine {
  /// Returns true if an event was added.
  private mutating func takeData(
    _ piece: FrameReader.Piece, isStreamed: Bool, _ events: inout [Event]
  ) throws(WebSocketFailure) -> Bool {
    if piece.isStart { try startFrame(piece.header, isStreamed: isStreamed) }
    guard var current = message.take() else { return false }
    try current.append(
      piece, decoder: decoder, limit: current.isStreamed ? .max : options.maximumMessageSize)
    let isEnd = piece.isEnd && piece.header.isFinal
    if isEnd, !current.isComplete {
      throw .violation("a text message ends within a character", .invalidData)
    }
    let part = current.isStreamed || isEnd ? current.takePart(isEnd: isEnd) : nil
    if !isEnd { message = current }
    if let part { events.append(.message(part)) }
    return part != nil
  }

  private mutating func startFrame(_ header: FrameHeader, isStreamed: Bool) throws(WebSocketFailure) {
    if header.opcode == .continuation {
      guard message != nil else { throw .violation("a continuation frame continues no message") }
    } else {
      guard message == nil else { throw .violation("a message begins within another one") }
      message = PartialMessage(
        isText: header.opcode == .text, isCompressed: header.isCompressed, isStreamed: isStreamed)
    }
    guard message?.isStreamed == false else { return }
    // Before any of it has arrived. A compressed message is at least this long as well, in practice.
    let count = message.map { $0.bytes.count } ?? 0
    guard header.count <= options.maximumMessageSize - count else {
      throw .tooBig(options.maximumMessageSize)
    }
  }

  private mutating func takeControl(
    _ piece: FrameReader.Piece, _ events: inout [Event]
  ) throws(WebSocketFailure) {
    if piece.isStart { control = Data() }
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

/// Writing frames.
extension SocketMachine {
  /// The bytes of a message from which its frame is made before ``send(frame:)``: compressing or copying more takes longer
  /// than others should wait.
  static let largeSize = 64 << 10

  /// Writes a message in one frame. Does nothing after the end, and after ``close(_:reason:)``.
  mutating func send(isText: Bool, _ bytes: UnsafeRawBufferPointer) {
    guard end == nil, !hasSentClose else { return }
    let opcode: Opcode = isText ? .text : .binary
    if bytes.count >= options.minimumCompressedSize, let compressed = encoder?.encode(bytes) {
      compressed.withUnsafeBytes { write(opcode, $0, isCompressed: true) }
    } else {
      write(opcode, bytes)
    }
  }

  /// Returns the frame of a client's message, compressed if there is an encoder.
  static func frame(of message: RawMessage, by encoder: MessageEncoder?) -> [UInt8] {
    let compressed = message.bytes.withUnsafeBytes { encoder?.encode($0) }
    var keys = FrameKeys()
    var frame: [UInt8] = []
    func write(_ payload: UnsafeRawBufferPointer) {
      frame.reserveCapacity(FrameHeader.maximumSize + payload.count)
      let header = FrameHeader(
        opcode: message.isText ? .text : .binary, isCompressed: compressed != nil, mask: keys.next(),
        count: payload.count)
      header.write(payload, to: &frame)
    }
    if let compressed { compressed.withUnsafeBytes(write) } else { message.bytes.withUnsafeBytes(write) }
    return frame
  }

  /// Writes a frame that was made before. Does nothing after the end, and after ``close(_:reason:)``.
  mutating func send(frame: [UInt8]) {
    guard end == nil, !hasSentClose else { return }
    if output.isEmpty { output = frame } else { output += frame }
  }

  /// Writes a ping with at most 125 bytes.
  mutating func ping(_ bytes: Data) {
    if end == nil, !hasSentClose { write(.ping, bytes) }
  }

  /// Begins the close handshake. The socket ends when the other end has answered; messages that arrive until then are
  /// discarded.
  mutating func close(_ code: WebSocketCloseCode?, reason: String) {
    if end == nil { writeClose(code, reason: reason) }
  }

  mutating func writeClose(_ code: WebSocketCloseCode?, reason: String) {
    guard !hasSentClose else { return }
    hasSentClose = true
    message = nil
    guard let code else { return write(.close, Data()) }
    let start = [UInt8(truncatingIfNeeded: code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)]
    write(.close, start + Self.reasonBytes(reason))
  }

  /// The most whole characters of the reason that a control frame has room for.
  static func reasonBytes(_ reason: String) -> Data {
    var bytes = Data(reason.utf8.prefix(123))
    while !bytes.isEmpty, String(validUTF8: bytes) == nil { bytes.removeLast() }
    return bytes
  }

  mutating func write(_ opcode: Opcode, _ bytes: Data) {
    bytes.withUnsafeBytes { write(opcode, $0) }
  }

  private mutating func write(_ opcode: Opcode, _ bytes: UnsafeRawBufferPointer, isCompressed: Bool = false) {
    let mask = isClient ? keys.next() : nil
    let header = FrameHeader(opcode: opcode, isCompressed: isCompressed, mask: mask, count: bytes.count)
    let needed = output.count + FrameHeader.maximumSize + bytes.count
    // Exact for a message that waits alone, and then with room for more than the next one, to copy little.
    if output.capacity < needed { output.reserveCapacity(max(needed, 4 * output.capacity)) }
    header.write(bytes, to: &output)
  }
}
