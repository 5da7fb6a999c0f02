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
  static let maximumSize = 14

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

/// Takes frames apart as their bytes arrive, in pieces of any size. Holds at most one header; payloads pass through.
struct FrameReader {
  /// A part of a frame: all or some bytes of its payload.
  struct Piece {
    let header: FrameHeader
    let bytes: UnsafeRawBufferPointer
    /// The position of the first byte in the payload.
    let offset: Int
    /// True for the first piece of a frame. Only an empty frame has a piece without bytes.
    var isStart: Bool { offset == 0 }
    /// True for the piece that ends its frame.
    var isEnd: Bool { offset + bytes.count == header.count }
  }

  let rules: FrameRules
  /// The frame whose payload is being read.
  private var header: FrameHeader?
  private var offset = 0
  /// The first bytes of a header that is not complete.
  private var start: [UInt8] = []

  init(_ rules: FrameRules) { self.rules = rules }

  /// True if the header of a frame of a message has been read, and nothing of its payload.
  var isBeforeData: Bool { offset == 0 && header?.opcode.isControl == false }

  /// Takes the next piece off the front of `input`. Returns nil if more input is needed.
  ///
  /// - Parameters:
  ///   - most: The most bytes of the piece.
  ///   - stopsBeforeData: True to take nothing of the payload of a message's frame, and return nil.
  mutating func next(
    from input: inout UnsafeRawBufferPointer, most: Int = .max, stopsBeforeData: Bool = false
  ) throws(WebSocketFailure) -> Piece? {
    if header == nil { header = try nextHeader(from: &input) }
    guard let header, !(stopsBeforeData && isBeforeData) else { return nil }
    let count = min(input.count, header.count - offset, most)
    guard count > 0 || header.count == 0 else { return nil }
    let piece = Piece(
      header: header, bytes: UnsafeRawBufferPointer(rebasing: input[..<count]), offset: offset)
    input = UnsafeRawBufferPointer(rebasing: input[count...])
    offset += count
    if piece.isEnd { (self.header, offset) = (nil, 0) }
    return piece
  }

  private mutating func nextHeader(
    from input: inout UnsafeRawBufferPointer
  ) throws(WebSocketFailure) -> FrameHeader? {
    // Nearly always a header is in one piece.
    if start.isEmpty, let (header, size) = try FrameHeader.read(input, by: rules) {
      input = UnsafeRawBufferPointer(rebasing: input[size...])
      return header
    }
    while let byte = input.first {
      start.append(byte)
      input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
      let found = try start.withBytes { bytes throws(WebSocketFailure) in
        try FrameHeader.read(bytes, by: rules)
      }
      if let found {
        start.removeAll(keepingCapacity: true)
        return found.header
      }
    }
    return nil
  }
}

/// The masking of payloads (RFC 6455 §5.3).
enum FrameMask {
  /// Masks or unmasks bytes in place, a word at a time.
  ///
  /// - Parameter offset: The position of the first byte in the payload.
  static func apply(_ key: UInt32, to bytes: UnsafeMutableRawBufferPointer, offset: Int = 0) {
    // The key as it begins at the first byte.
    let shift = UInt32(offset % 4 * 8)
    let rotated = shift == 0 ? key : key >> shift | key << (32 - shift)
    let word = UInt64(rotated) << 32 | UInt64(rotated)
    var position = 0
    while position + 8 <= bytes.count {
      let masked = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ word
      bytes.storeBytes(of: masked.littleEndian, toByteOffset: position, as: UInt64.self)
      position += 8
    }
    while position < bytes.count {
      bytes[position] ^= UInt8(truncatingIfNeeded: word >> UInt64(position % 8 * 8))
      position += 1
    }
  }
}

/// The keys of the frames that a client sends. Each is fresh from the system's generator of random bits, so that a page
/// or a server that chooses payloads cannot choose the bytes on the wire (RFC 6455 §10.3).
struct FrameKeys {
  private var spare: [UInt32] = []

  mutating func next() -> UInt32 {
    if let key = spare.popLast() { return key }
    let (high, low) = SystemRandomness.bits()
    spare.append(UInt32(truncatingIfNeeded: high >> 32))
    spare.append(UInt32(truncatingIfNeeded: low))
    spare.append(UInt32(truncatingIfNeeded: low >> 32))
    return UInt32(truncatingIfNeeded: high)
  }
}
