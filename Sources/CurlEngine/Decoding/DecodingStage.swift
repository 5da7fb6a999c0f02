import CRequisiteCurl

/// The decoder of one content coding. It reports a body that ends early, which libcurl's own decoding accepts as a
/// success.
///
/// Used by one task at a time.
final class DecodingStage {
  private static let step = 4 << 20

  private let coding: ContentCoding
  private var decoder: OpaquePointer?
  private var input = Data()
  private var offset = 0
  private var isComplete = false
  /// True after a step that filled its output: the decoder may have more, even if the input is used up.
  private var holdsMore = false

  init(_ coding: ContentCoding) {
    self.coding = coding
  }

  deinit {
    if let decoder { rq_decoder_free(decoder) }
  }

  /// Replaces the input with the next compressed bytes. All earlier input must be decoded: ``next(limit:)`` returned nil.
  func feed(_ data: Data) {
    (input, offset) = (data, 0)
  }

  /// Returns the next decoded bytes, at most `limit`, or nil if more input is needed.
  func next(limit: Int) throws(CurlProblem) -> Data? {
    guard offset < input.count || holdsMore else { return nil }
    var output = CurlBuffer()
    let (bytes, start) = (input, offset)
    let used = bytes.withUnsafeBytes { bytes in
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      return Result { () throws(CurlProblem) in try decode(rest, into: &output, limit: limit) }
    }
    offset += try used.get()
    return output.isEmpty ? nil : output.takeData()
  }

  /// Ends the input. Throws `.badEncoding` if the compressed bytes are incomplete; an empty body is complete.
  func finish() throws(CurlProblem) {
    guard decoder == nil || isComplete else {
      throw .badEncoding("the compressed body (\(coding)) ends before it is complete")
    }
  }

  /// Decodes until the input is used up or `output` has `limit` bytes. Returns the number of input bytes used.
  func decode(
    _ bytes: UnsafeRawBufferPointer, into output: inout CurlBuffer, limit: Int
  ) throws(CurlProblem) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty || holdsMore {
      if isComplete, !(try startsAnother(rest)) { return bytes.count }
      guard output.count < limit else { break }
      let room = min(max(16_384, output.count), Self.step, limit - output.count)
      guard output.reserve(output.count + room) else { throw .outOfMemory }
      rest = rest.dropFirst(try step(rest, into: &output, room: room))
    }
    return rest.startIndex
  }

  private func step(
    _ input: Slice<UnsafeRawBufferPointer>, into output: inout CurlBuffer, room: Int
  ) throws(CurlProblem) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: input)
    let decoder = try decoder(for: bytes)
    var (used, made) = (0, 0)
    let code = rq_decoder_step(
      decoder, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &used,
      output.room.assumingMemoryBound(to: UInt8.self).baseAddress, room, &made)
    output.commit(made)
    switch code {
    case Int32(RQ_DECODER_END): isComplete = true
    case Int32(RQ_DECODER_MORE) where used > 0 || made > 0 || bytes.isEmpty: break
    case Int32(RQ_DECODER_MEMORY): throw .outOfMemory
    case Int32(RQ_DECODER_WINDOW):
      throw .badEncoding("the compressed body (\(coding)) needs a window of more than 8 MiB (RFC 9659)")
    default: throw .badEncoding("the compressed body (\(coding)) is corrupt")
    }
    holdsMore = !isComplete && made == room
    return used
  }

  private func decoder(for bytes: UnsafeRawBufferPointer) throws(CurlProblem) -> OpaquePointer {
    if let decoder { return decoder }
    guard let made = rq_decoder_create(coding.format(startingWith: bytes.first ?? 0)) else {
      throw .outOfMemory
    }
    decoder = made
    return made
  }

  /// Returns true if another stream starts after a complete one, and false if the bytes are padding, which is ignored.
  /// Throws `.badEncoding` if the coding allows no further bytes.
  private func startsAnother(_ rest: Slice<UnsafeRawBufferPointer>) throws(CurlProblem) -> Bool {
    guard let byte = rest.first, let decoder else { return false }
    switch coding.continuation(startingWith: byte) {
    case .padding: return false
    case .fault: throw .badEncoding("bytes follow the end of the compressed body (\(coding))")
    case .anotherStream:
      guard rq_decoder_restart(decoder) == 0 else { throw .outOfMemory }
      isComplete = false
      return true
    }
  }
}
