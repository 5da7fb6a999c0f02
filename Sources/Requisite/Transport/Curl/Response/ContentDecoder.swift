#if os(Linux)
  /// Decodes the content codings of a response (RFC 9110 §8.4), the last applied first: `gzip, gzip` was compressed twice.
  ///
  /// Compressed bytes are never returned: a coding without a decoder in this process, or a list of more than three codings,
  /// is an error if the body has any bytes. Each stage decodes at most one chunk ahead.
  ///
  /// Copies share the stages. Used by one task at a time.
  struct ContentDecoder {
    private static let chunkSize = 128 << 10
    /// Servers apply one coding, or two by mistake; each can expand a body a thousandfold.
    private static let mostCodings = 3

    private let stages: [DecodingStage]
    private let fault: CurlProblem?

    /// Creates the decoder of a response. Returns nil, and the body stays as it is, if the response has no coding or
    /// `isWanted` is false because the transport sent no `Accept-Encoding` of its own.
    init?(_ headers: HTTPHeaders, isWanted: Bool) {
      guard isWanted else { return nil }
      var stages: [DecodingStage] = []
      var fault: CurlProblem?
      for value in headers.values(for: .contentEncoding) {
        for coding in HTTPQuoting.list(value).map({ ASCII.lowercased(String($0)) }) {
          if coding == "identity" { continue }
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

    /// Replaces the input with the next compressed bytes. All earlier input must be decoded: ``next()`` returned nil.
    func feed(_ data: Data) throws(CurlProblem) {
      if let fault, !data.isEmpty { throw fault }
      stages.first?.feed(data)
    }

    /// Returns the next decoded bytes, or nil if more input is needed.
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

    /// Ends the input. Throws `.badEncoding` if the compressed bytes are incomplete; an empty body is complete.
    func finish() throws(CurlProblem) {
      for stage in stages { try stage.finish() }
    }

    /// Decodes a whole body to at most `limit` bytes. Returns the decoded bytes, and the problem that ended decoding early.
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
      // Decodes one byte more than allowed, to tell a body of exactly `limit` bytes from a larger one.
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
