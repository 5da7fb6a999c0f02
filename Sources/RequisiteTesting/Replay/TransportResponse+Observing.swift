extension TransportResponse {
  typealias Observer = @Sendable (TransportResponse, Data) throws(RecordingFailure) -> Void

  /// Returns the response, and calls `observe` with all bytes of its body: at once, or when a stream ends or is
  /// dropped. Does not call it for a stream that fails.
  func observed(
    for request: TransportRequest, by observe: @escaping Observer
  ) throws -> TransportResponse {
    switch body {
    case .data(let data): try observe(self, data)
    case .file(let url): try observe(self, Data(contentsOf: url))
    case .stream(let stream):
      var response = self
      response.body = .stream(Self.observed(stream, of: self, by: observe))
      return response
    }
    return self
  }

  private static func observed(
    _ stream: ByteStream, of response: TransportResponse, by observe: @escaping Observer
  ) -> ByteStream {
    let read = Locked<Data?>(Data())
    let chunks = Locked(stream.makeAsyncIterator())
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      var iterator = chunks.withLock { $0 }
      do throws(NetworkRequestError) {
        guard let chunk = try await iterator.next() else {
          guard let data = read.withLock({ $0.take() }) else { return nil }
          do throws(RecordingFailure) { try observe(response, data) } catch {
            throw .unknownError(UnknownFailure(error))
          }
          return nil
        }
        read.withLock { $0?.append(chunk) }
        return chunk
      } catch {
        read.withLock { $0 = nil }
        throw error
      }
    }
    .ending {
      // The stream was dropped, so no reader can get the error. `verify()` reports a file that could not be written.
      guard let data = read.withLock({ $0.take() }) else { return }
      do throws(RecordingFailure) { try observe(response, data) } catch {}
    }
  }
}
