import Requisite

/// Writing frames.
extension SocketMachine {
  /// The bytes of a message from which its frame is made before ``send(frame:)``: compressing or copying more takes longer
  /// than others should wait.
  static let largeSize = 64 << 10

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

  /// Returns the frame of a client's message, compressed if there is an encoder.
  static func frame(of message: RawMessage, by encoder: MessageEncoder?) -> [UInt8] {
    let compressed = message.bytes.withUnsafeBytes { encoder?.encode($0) }
    var keys = FrameKeys()
    var frame: [UInt8] = []
    func write(_ payload: UnsafeRawBufferPointer) {
      frame.reserveCapacity(FrameHeader.mostBytes + payload.count)
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
    let needed = output.count + FrameHeader.mostBytes + bytes.count
    // Exact for a message that waits alone, and then with room for more than the next one, to copy little.
    if output.capacity < needed { output.reserveCapacity(max(needed, 4 * output.capacity)) }
    header.write(bytes, to: &output)
  }
}
