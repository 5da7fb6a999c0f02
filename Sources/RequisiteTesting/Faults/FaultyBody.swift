/// Applies the effect of a fault to a response that has arrived.
struct FaultyBody {
  let request: TransportRequest
  let clock: CallClock
  var random: SplitMix64

  func applying(
    _ effect: Fault.Effect, to response: TransportResponse
  ) async throws(NetworkRequestError) -> TransportResponse {
    var response = response
    switch effect {
    case .lose(let code):
      response.body.discard()
      throw .injected(code, request)
    case .cut(let count, let code):
      response.body = try mapped(
        response.body,
        whole: { data throws(NetworkRequestError) in
          guard data.count <= count else { throw .injected(code, request) }
          return data
        }, stream: { cut($0, after: count, code) })
    case .corrupt:
      response.body = try mapped(
        response.body, whole: { data throws(NetworkRequestError) in corrupted(data) }, stream: corrupted)
    case .slow(let count, let interval):
      do throws(NetworkRequestError) {
        for _ in stride(from: 0, to: try size(of: response.body) ?? 0, by: count) {
          try await clock.silence(interval, for: request)
        }
      } catch {
        response.body.discard()
        throw error
      }
      response.body = try mapped(
        response.body, whole: { data throws(NetworkRequestError) in data },
        stream: { slowed($0, to: count, every: interval) })
    case .wait, .timeout, .fail, .respond: break
    }
    return response
  }

  /// Returns the body with its bytes transformed: at once in memory and in a file, chunk by chunk in a stream. If that
  /// fails, removes the file.
  private func mapped(
    _ body: ResponseBody, whole: (Data) throws(NetworkRequestError) -> Data,
    stream: (ByteStream) -> ByteStream
  ) throws(NetworkRequestError) -> ResponseBody {
    switch body {
    case .data(let data): return .data(try whole(data))
    case .stream(let chunks): return .stream(stream(chunks))
    case .file(let url):
      do {
        try whole(try Data(contentsOf: url)).write(to: url)
        return body
      } catch {
        body.discard()
        throw NetworkRequestError(error, request: request)
      }
    }
  }

  private func size(of body: ResponseBody) throws(NetworkRequestError) -> Int? {
    switch body {
    case .data(let data): return data.count
    case .stream: return nil
    case .file(let url):
      do { return try Data(contentsOf: url).count } catch {
        throw NetworkRequestError(error, request: request)
      }
    }
  }

  private func cut(_ stream: ByteStream, after count: Int, _ code: TransportFailure.Code) -> ByteStream {
    let (chunks, rest) = (stream.makeAsyncIterator().pull, Locked(count))
    let request = request
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      guard rest.withLock({ $0 >= 0 }) else { throw .injected(code, request) }
      guard let chunk = try await chunks() else { return nil }
      let kept = rest.withLock { rest in
        defer { rest = chunk.count > rest ? -1 : rest - chunk.count }
        return chunk.prefix(max(0, rest))
      }
      guard !kept.isEmpty || chunk.isEmpty else { throw .injected(code, request) }
      return kept
    }
  }

  private func corrupted(_ stream: ByteStream) -> ByteStream {
    let (chunks, isDone) = (stream.makeAsyncIterator().pull, Locked(false))
    let body = self
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      guard let chunk = try await chunks() else { return nil }
      let isFirst = isDone.withLock { isDone in
        defer { isDone = isDone || !chunk.isEmpty }
        return !isDone && !chunk.isEmpty
      }
      return isFirst ? body.corrupted(chunk) : chunk
    }
  }

  private func corrupted(_ data: Data) -> Data {
    guard !data.isEmpty else { return data }
    var (random, result) = (random, Data(data))
    let place = Int.random(in: 0..<result.count, using: &random)
    result[place] ^= UInt8.random(in: 1...255, using: &random)
    return result
  }

  private func slowed(_ stream: ByteStream, to count: Int, every interval: Duration) -> ByteStream {
    let (chunks, rest) = (stream.makeAsyncIterator().pull, Locked(Data()))
    let (clock, request) = (clock, request)
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      while rest.withLock({ $0.isEmpty }) {
        guard let chunk = try await chunks() else { return nil }
        rest.withLock { $0 = chunk }
      }
      try await clock.silence(interval, for: request)
      return rest.withLock { rest in
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
      }
    }
  }
}
