#if (os(Linux) || os(Android)) && !REQUISITE_STAND_INS
  import CurlEngine

  extension ByteStream {
    /// Returns the stream without the content codings that the header lines name, as `CurlTransport` does for the request.
    package func decoded(
      _ lines: HTTPHeaderLines, status: Int, for request: TransportRequest
    ) -> ByteStream {
      let limit = request.delivery == .buffered ? request.options.maximumBodySize : .max
      guard
        let decoder = ContentDecoder(
          lines, status: status, isWanted: CurlRequest.decodes(request), limit: limit)
      else { return self }
      let source = DecodedSource(decoder, request, makeAsyncIterator().pull)
      return ByteStream(continuing: self) { () async throws(NetworkRequestError) in try await source.next() }
    }
  }

  /// `@unchecked Sendable` because one task at a time reads a stream.
  private final class DecodedSource: @unchecked Sendable {
    private var decoder: ContentDecoder
    private let request: TransportRequest
    private let pull: ByteStream.Pull

    init(_ decoder: ContentDecoder, _ request: TransportRequest, _ pull: @escaping ByteStream.Pull) {
      (self.decoder, self.request, self.pull) = (decoder, request, pull)
    }

    func next() async throws(NetworkRequestError) -> Data? {
      while true {
        if let chunk = try decode({ () throws(CurlProblem) in try decoder.next() }) { return chunk }
        guard let coded = try await pull() else {
          try decode { () throws(CurlProblem) in try decoder.finish() }
          return nil
        }
        try decode { () throws(CurlProblem) in try decoder.feed(coded) }
      }
    }

    private func decode<Value>(_ work: () throws(CurlProblem) -> Value) throws(NetworkRequestError) -> Value {
      do throws(CurlProblem) { return try work() } catch { throw error.error(for: request).afterSending() }
    }
  }
#endif
