#if os(Linux)
  import CRequisiteCurl

  /// Undoes one `gzip` or `deflate` (RFC 9110 §8.4.1), and notices when the end is missing: libcurl's own decoding calls a
  /// body that was cut short a success.
  ///
  /// Used by one task at a time.
  final class InflateStage {
    private static let step = 4 << 20

    private let isGzip: Bool
    private var inflater: OpaquePointer?
    private var input = Data()
    private var offset = 0
    private var isComplete = false

    init(isGzip: Bool) {
      self.isGzip = isGzip
    }

    deinit {
      if let inflater { rq_inflater_free(inflater) }
    }

    /// Takes the next compressed bytes; when ``next(limit:)`` has no more to give.
    func feed(_ data: Data) {
      (input, offset) = (data, 0)
    }

    /// The next decoded bytes, at most `limit`; nil when there is nothing left to decode.
    func next(limit: Int) throws(CurlProblem) -> Data? {
      guard offset < input.count else { return nil }
      var output = CurlBuffer()
      let (bytes, start) = (input, offset)
      let used = bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        return Result { () throws(CurlProblem) in try decode(rest, into: &output, limit: limit) }
      }
      offset += try used.get()
      return output.isEmpty ? nil : output.takeData()
    }

    /// Nothing comes any more: the compressed bytes must have been complete, if there were any.
    func finish() throws(CurlProblem) {
      guard inflater == nil || isComplete else {
        throw .badEncoding("the compressed body ends before it is complete")
      }
    }

    /// Decodes until the input is used up or `limit` bytes were made. Returns how much of the input was used.
    func decode(
      _ bytes: UnsafeRawBufferPointer, into output: inout CurlBuffer, limit: Int
    ) throws(CurlProblem) -> Int {
      var rest = bytes[...]
      // One step more than the input needs: the last of the output may come with no input left.
      while !rest.isEmpty {
        if isComplete, !(try startNextMember(rest)) { return bytes.count }
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
      let inflater = try inflater(for: bytes)
      var (used, made) = (0, 0)
      let code = rq_inflater_step(
        inflater, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, &used,
        output.room.assumingMemoryBound(to: UInt8.self).baseAddress, room, &made)
      output.commit(made)
      switch code {
      case Int32(RQ_INFLATE_END): isComplete = true
      case Int32(RQ_INFLATE_MORE) where used > 0 || made > 0: break
      case Int32(RQ_INFLATE_MEMORY): throw .outOfMemory
      default: throw .badEncoding("the compressed body is corrupt")
      }
      return used
    }

    /// zlib's decoder. What is called deflate is zlib's format (RFC 1950), or raw (RFC 1951) from some servers.
    private func inflater(for bytes: UnsafeRawBufferPointer) throws(CurlProblem) -> OpaquePointer {
      if let inflater { return inflater }
      let isZlib = (bytes.first ?? 0) & 0x0F == 8
      guard let made = rq_inflater_create(isGzip ? 31 : isZlib ? 15 : -15) else { throw .outOfMemory }
      inflater = made
      return made
    }

    /// A gzip body may be several in a row (RFC 1952 §2.2). What follows and is no gzip is padding, and left out.
    private func startNextMember(_ rest: Slice<UnsafeRawBufferPointer>) throws(CurlProblem) -> Bool {
      guard isGzip, rest.first == 0x1F, let inflater else { return false }
      guard rq_inflater_reset(inflater) == 0 else { throw .outOfMemory }
      isComplete = false
      return true
    }
  }
#endif
