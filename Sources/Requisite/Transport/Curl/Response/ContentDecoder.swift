#if os(Linux)
  /// Undoes the content codings of a response (RFC 9110 §8.4), the last applied first: `gzip, gzip` was compressed twice.
  ///
  /// Compressed bytes are never handed out: a coding without a decoder in this process, or a list of more than three, is an error
  /// as soon as there are bytes. Each coding holds at most one chunk of what it made.
  ///
  /// Used by one task at a time.
  final class ContentDecoder {
    private static let chunkSize = 128 << 10
    /// Servers apply one, and two by mistake; each can blow a body up a thousandfold.
    private static let mostCodings = 3

    private let stages: [DecodingStage]
    private let fault: CurlProblem?

    /// nil where there is nothing to decode, or the transport did not ask for a coding: then the body stays as it is.
    init?(_ headers: HTTPHeaders, isWanted: Bool) {
      guard isWanted else { return nil }
      var stages: [DecodingStage] = []
      var fault: CurlProblem?
      for value in headers.values(for: .contentEncoding) {
        for coding in HTTPQuoting.split(value, at: ",").map({ ASCII.lowercased(String($0)) }) {
          if coding.isEmpty || coding == "identity" { continue }
          if let coding = ContentCoding(coding) {
            stages.append(DecodingStage(coding))
          } else {
            fault = .badEncoding(
              "the body has the Content-Encoding “\(coding)”, which the request does not accept")
          }
        }
      }
      guard fault != nil || !stages.isEmpty else { return nil }
      if stages.count > Self.mostCodings {
        fault = .badEncoding(
          "the body has \(stages.count) content codings, but at most \(Self.mostCodings) are decoded")
      }
      (self.stages, self.fault) = (stages.reversed(), fault)
    }

    /// Takes the next compressed bytes; when ``next()`` has no more to give.
    func feed(_ data: Data) throws(CurlProblem) {
      if let fault, !data.isEmpty { throw fault }
      stages.first?.feed(data)
    }

    /// The next decoded bytes; nil when there is nothing left to decode.
    func next() throws(CurlProblem) -> Data? {
      try next(of: stages.count - 1, limit: Self.chunkSize)
    }

    private func next(of stage: Int, limit: Int) throws(CurlProblem) -> Data? {
      guard stage >= 0 else { return nil }
      while true {
        if let data = try stages[stage].next(limit: limit) { return data }
        guard stage > 0, let data = try next(of: stage - 1, limit: Self.chunkSize) else { return nil }
        stages[stage].feed(data)
      }
    }

    /// Nothing comes any more: the compressed bytes must have been complete, if there were any.
    func finish() throws(CurlProblem) {
      for stage in stages { try stage.finish() }
    }

    /// Decodes a whole body of at most `limit` bytes. Returns what could be decoded, and the problem that ended it early.
    func decodeAll(_ bytes: UnsafeRawBufferPointer, limit: Int) -> (Data, CurlProblem?) {
      guard !bytes.isEmpty else { return (Data(), nil) }
      var output = CurlBuffer()
      do throws(CurlProblem) {
        if let fault { throw fault }
        try decodeAll(bytes, into: &output, limit: limit)
        try finish()
        return (output.takeData(), nil)
      } catch {
        return (output.takeData(), error)
      }
    }

    private func decodeAll(
      _ bytes: UnsafeRawBufferPointer, into output: inout CurlBuffer, limit: Int
    ) throws(CurlProblem) {
      // One byte more than is allowed tells a body that is just large enough from one that is too large.
      let most = limit < .max ? limit + 1 : limit
      if stages.count == 1 {
        _ = try stages[0].decode(bytes, into: &output, limit: most)
      } else {
        stages[0].feed(Data(bytes))
        while let chunk = try next(of: stages.count - 1, limit: min(Self.chunkSize, most - output.count)) {
          guard chunk.withUnsafeBytes({ output.append($0) }) else { throw .outOfMemory }
          if output.count == most { break }
        }
      }
      guard output.count > limit else { return }
      output.removeLast(output.count - limit)
      throw .bodyTooLarge(limit: limit)
    }
  }
#endif
