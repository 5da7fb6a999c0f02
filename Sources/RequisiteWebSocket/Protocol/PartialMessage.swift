import Requisite

/// A message of which some frames have arrived. Text is checked as it arrives (RFC 6455 §8.1).
struct PartialMessage {
  let isText: Bool
  /// True if the message is taken in parts, as it arrives.
  let isStreamed: Bool
  private let isCompressed: Bool
  /// The bytes of the message, or of its next part.
  private(set) var bytes = Data()
  private var check = UTF8Check()
  private var isAtStart = true

  init(isText: Bool, isCompressed: Bool, isStreamed: Bool) {
    self.isText = isText
    self.isCompressed = isCompressed
    self.isStreamed = isStreamed
  }

  /// False if text ends within a character.
  var isComplete: Bool { check.isComplete }

  /// Appends a piece of a frame, unmasked and decompressed.
  mutating func append(
    _ piece: FrameReader.Piece, decoder: MessageDecoder?, limit: Int
  ) throws(WebSocketFailure) {
    let start = bytes.count
    if isCompressed {
      var plain = Data()
      plain.append(piece)
      try decode(plain, isEnd: piece.isEnd && piece.header.isFinal, decoder, limit: limit)
    } else {
      // Memory for the rest of the frame, but not for all that a header may promise.
      if piece.isStart, !piece.isEnd, !isStreamed {
        bytes.reserveCapacity(bytes.count + min(piece.header.count, 1 << 20))
      }
      bytes.append(piece)
    }
    guard isText else { return }
    let isText = bytes.withUnsafeBytes { check.accepts(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    guard isText else { throw .violation("a text message is not UTF-8", .invalidData) }
  }

  /// Takes the bytes that have arrived as a part of the message. Returns nil without any, unless the message ends.
  mutating func takePart(isEnd: Bool) -> RawMessage? {
    guard isEnd || !bytes.isEmpty else { return nil }
    defer { (bytes, isAtStart) = (Data(), false) }
    return RawMessage(isText: isText, bytes: bytes, isStart: isAtStart, isEnd: isEnd)
  }

  private mutating func decode(
    _ plain: Data, isEnd: Bool, _ decoder: MessageDecoder?, limit: Int
  ) throws(WebSocketFailure) {
    guard let decoder else { throw .violation("a compressed message cannot be read", .internalError) }
    try plain.withBytes { plain throws(WebSocketFailure) in
      try decoder.decode(plain, isEnd: isEnd, into: &bytes, limit: limit)
    }
  }
}

extension Data {
  /// Appends the bytes of a piece, unmasked.
  mutating func append(_ piece: FrameReader.Piece) {
    let start = count
    append(piece.bytes)
    guard let mask = piece.header.mask else { return }
    withUnsafeMutableBytes {
      FrameMask.apply(mask, to: UnsafeMutableRawBufferPointer(rebasing: $0[start...]), offset: piece.offset)
    }
  }

  /// Appends bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    append(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
  }
}

/// Checks UTF-8 (RFC 3629) as it arrives, in pieces that may end within a character. A fault is found at its first byte.
struct UTF8Check {
  /// The number of bytes that the current character lacks.
  private var missing = 0
  /// The bytes that may come next in the current character. Only its second byte has other bounds than these: no longer
  /// form than needed, no surrogate, nothing above U+10FFFF.
  private var bounds: ClosedRange<UInt8> = 0x80...0xBF

  /// True if the text does not end within a character.
  var isComplete: Bool { missing == 0 }

  /// Takes the next bytes. Returns false if no text can begin with all bytes so far.
  mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < bytes.count {
      if missing == 0, position + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        position += 8
        continue
      }
      guard accepts(bytes[position]) else { return false }
      position += 1
    }
    return true
  }

  private mutating func accepts(_ byte: UInt8) -> Bool {
    guard missing == 0 else {
      guard bounds.contains(byte) else { return false }
      (missing, bounds) = (missing - 1, 0x80...0xBF)
      return true
    }
    switch byte {
    case ..<0x80: break
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, bounds) = (2, 0xA0...0xBF)
    case 0xED: (missing, bounds) = (2, 0x80...0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, bounds) = (3, 0x90...0xBF)
    case 0xF1...0xF3: missing = 3
    case 0xF4: (missing, bounds) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }
}
