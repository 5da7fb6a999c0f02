import Requisite

/// The kind of a frame (RFC 6455 §5.2). All other numbers are reserved.
enum Opcode: UInt8 {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xA

  /// True for close, ping and pong.
  var isControl: Bool { rawValue >= 0x8 }
}

/// The header of a frame (RFC 6455 §5.2).
struct FrameHeader: Equatable {
  /// The most bytes of a header.
  static let mostBytes = 14

  var opcode: Opcode
  /// FIN: the frame is the last one of its message.
  var isFinal = true
  /// RSV1: the message is compressed (RFC 7692 §6). Only the first frame of a message has it.
  var isCompressed = false
  /// The key that the payload is masked with, its first byte lowest; nil if the payload is not masked.
  var mask: UInt32?
  /// The number of bytes of the payload.
  var count: Int
}

/// What a receiver knows of the frames that it may get.
struct FrameRules {
  /// True if frames must be masked: the receiver is a server (RFC 6455 §5.1).
  let areMasked: Bool
  /// True if RSV1 has a meaning: permessage-deflate was agreed on.
  let mayBeCompressed: Bool
}

extension FrameHeader {
  /// Reads a header.
  ///
  /// - Returns: The header and its number of bytes; nil if `bytes` has only a part of it.
  /// - Throws: A violation of RFC 6455 §5, with the code 1002.
  static func read(
    _ bytes: UnsafeRawBufferPointer, by rules: FrameRules
  ) throws(WebSocketFailure) -> (header: FrameHeader, size: Int)? {
    guard bytes.count >= 2 else { return nil }
    let (first, second) = (bytes[0], bytes[1])
    guard let opcode = Opcode(rawValue: first & 0x0F) else {
      throw .violation("a frame has the reserved opcode \(first & 0x0F)")
    }
    var header = FrameHeader(opcode: opcode, isFinal: first & 0x80 != 0, count: Int(second & 0x7F))
    header.isCompressed = first & 0x40 != 0
    try header.check(reserved: first & 0x30, isMasked: second & 0x80 != 0, by: rules)
    let lengthSize = header.count == 127 ? 8 : header.count == 126 ? 2 : 0
    let size = 2 + lengthSize + (rules.areMasked ? 4 : 0)
    guard bytes.count >= size else { return nil }
    if lengthSize > 0 { try header.readLength(bytes[2..<(2 + lengthSize)]) }
    if rules.areMasked {
      header.mask = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: size - 4, as: UInt32.self))
    }
    return (header, size)
  }

  private func check(reserved: UInt8, isMasked: Bool, by rules: FrameRules) throws(WebSocketFailure) {
    guard reserved == 0 else { throw .violation("a frame has a reserved bit that no extension defines") }
    if isCompressed, !rules.mayBeCompressed || opcode.isControl || opcode == .continuation {
      throw .violation("a frame has the reserved bit RSV1 where no extension defines it")
    }
    guard isMasked == rules.areMasked else {
      throw .violation(isMasked ? "a frame of the server is masked" : "a frame of the client is not masked")
    }
    guard opcode.isControl else { return }
    guard isFinal else { throw .violation("a control frame is fragmented") }
    guard count <= 125 else { throw .violation("a control frame has a payload of more than 125 bytes") }
  }

  /// Reads the long form of the length, which must be the shortest possible one, and below 2⁶³.
  private mutating func readLength(_ bytes: Slice<UnsafeRawBufferPointer>) throws(WebSocketFailure) {
    let length = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let count = Int(exactly: length) else {
      throw .violation("the length of a frame has its highest bit set")
    }
    guard count > (bytes.count == 2 ? 125 : 65_535) else {
      throw .violation("the length of a frame is not in its shortest form")
    }
    self.count = count
  }

  /// Appends the header in its shortest form.
  func write(to output: inout [UInt8]) {
    output.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue)
    let masked: UInt8 = mask == nil ? 0 : 0x80
    switch count {
    case ...125: output.append(masked | UInt8(count))
    case ...65_535:
      output.append(masked | 126)
      withUnsafeBytes(of: UInt16(count).bigEndian) { output.append(contentsOf: $0) }
    default:
      output.append(masked | 127)
      withUnsafeBytes(of: UInt64(count).bigEndian) { output.append(contentsOf: $0) }
    }
    if let mask { withUnsafeBytes(of: mask.littleEndian) { output.append(contentsOf: $0) } }
  }

  /// Appends the frame: the header, and the payload under its mask.
  func write(_ payload: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    write(to: &output)
    let start = output.count
    output.append(contentsOf: payload)
    guard let mask else { return }
    output.withUnsafeMutableBytes {
      FrameMask.apply(mask, to: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
    }
  }
}
