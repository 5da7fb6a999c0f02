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
    (self.isText, self.isCompressed, self.isStreamed) = (isText, isCompressed, isStreamed)
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
    let isText = bytes.withUnsafeBytes { check.takes(UnsafeRawBufferPointer(rebasing: $0[start...])) }
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
    try plain.withUnsafeBytes { plain in
      Result { () throws(WebSocketFailure) in
        try decoder.decode(plain, isEnd: isEnd, into: &bytes, limit: limit)
      }
    }.get()
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
