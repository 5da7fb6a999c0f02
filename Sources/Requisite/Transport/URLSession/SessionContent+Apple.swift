#if !(os(Linux) || os(Android)) || REQUISITE_STAND_INS
  extension ByteStream {
    /// Returns a stream that fails if the header lines name a content coding: URLSession decodes what it receives itself, and
    /// nothing else.
    package func decoded(
      _ lines: HTTPHeaderLines, status: Int, for request: TransportRequest
    ) -> ByteStream {
      let codings = lines.values(ofName: "content-encoding")
      guard request.decodes, codings.contains(where: { !ASCII.equalIgnoringCase($0, "identity") }) else {
        return self
      }
      let pull = makeAsyncIterator().pull
      return ByteStream(continuing: self) { () async throws(NetworkRequestError) in
        guard try await pull() != nil else { return nil }
        let message =
          "a body with the Content-Encoding “\(codings.joined(separator: ", "))” is decoded by URLSession alone: leave the "
          + "field out of a stub"
        let failure = TransportFailure(.cannotDecodeContentData, message, request: request)
        throw NetworkRequestError.urlSessionFailed(failure).afterSending()
      }
    }
  }
#endif
