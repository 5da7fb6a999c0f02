extension Transport {
  /// Keeps each request that goes through, and what becomes of it, in `recorder`. Changes neither.
  public func recorded(by recorder: Recorder) -> some Transport {
    RecordingTransport(upstream: self, recorder: recorder)
  }
}

private struct RecordingTransport: Transport {
  let upstream: any Transport
  let recorder: Recorder

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let entry = recorder.begin(request)
    do {
      let response = try await upstream.send(try await entry.observed())
      entry.finish(.success(response))
      return response
    } catch {
      entry.finish(.failure(error))
      throw error
    }
  }
}
