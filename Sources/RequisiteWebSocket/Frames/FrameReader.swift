/// Takes frames apart as their bytes arrive, in pieces of any size. Holds at most one header; payloads pass through.
struct FrameReader {
  /// A part of a frame: all or some bytes of its payload.
  struct Piece {
    let header: FrameHeader
    let bytes: UnsafeRawBufferPointer
    /// The place of the first byte in the payload.
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
      let found = start.withUnsafeBytes { bytes in
        Result { () throws(WebSocketFailure) in try FrameHeader.read(bytes, by: rules) }
      }
      if let (header, _) = try found.get() {
        start.removeAll(keepingCapacity: true)
        return header
      }
    }
    return nil
  }
}
