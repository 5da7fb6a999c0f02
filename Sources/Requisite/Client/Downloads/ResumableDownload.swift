/// A download that goes on where it was interrupted.
struct ResumableDownload {
  private let request: TransportRequest
  private let place: URL
  private let dispatcher: NetworkDispatcher
  private let partial: PartialDownload
  private let queue = BlockingQueue("requisite.download")

  init(request: TransportRequest, place: URL, dispatcher: NetworkDispatcher) {
    (self.request, self.place, self.dispatcher) = (request, place, dispatcher)
    partial = PartialDownload(to: place)
  }

  /// Makes attempts until one comes to the end, or the policy gives up.
  func run(retrying policy: any RetryPolicy, budget: RetryBudget?) async throws(NetworkRequestError)
    -> DownloadedFile
  {
    budget?.deposit()
    let start = dispatcher.clock.now
    var failures = 0
    while true {
      let known = try await known()
      do throws(NetworkRequestError) {
        return try await attempt(from: known)
      } catch {
        let left = try await self.known()
        failures = (left?.count ?? 0) > (known?.count ?? 0) ? 1 : failures + 1
        let delay = policy.wait(
          after: error, number: failures, of: request, elapsed: dispatcher.clock.now - start,
          budget: budget)
        guard let delay else {
          // What nobody can go on from is of no use to anybody.
          if left == nil { try await disk { try partial.remove() } }
          throw error
        }
        try await wait(delay)
      }
    }
  }

  private func attempt(
    from known: (source: PartialDownload.Source, count: Int64)?
  ) async throws(NetworkRequestError) -> DownloadedFile {
    guard let known else { return try await fetch(from: nil) }
    do throws(NetworkRequestError) {
      return try await fetch(from: known)
    } catch {
      guard case .error4xx(let response) = error, response.status == 416 else { throw error }
      // Either there is no more than what has come, or what has come is of no use.
      let range = response.headers[.contentRange].flatMap(ContentRange.init)
      if range?.completeLength == known.count { return try await finish(response, count: known.count) }
      return try await fetch(from: nil)
    }
  }

  private func fetch(
    from known: (source: PartialDownload.Source, count: Int64)?
  ) async throws(NetworkRequestError) -> DownloadedFile {
    let response = try await dispatcher.send(known.map { asking(for: $0) } ?? request)
    var (count, length) = (Int64(0), response.headers[.contentLength].flatMap(Int64.init))
    if response.status == 206 {
      guard let known, let part = continuation(of: known, in: response) else {
        // Not the part that was asked for: all of it is, this once.
        guard known != nil else { throw .unexpectedStatus(response.replacing(body: .data(Data()))) }
        return try await fetch(from: nil)
      }
      (count, length) = (known.count, part.completeLength ?? known.source.length)
    } else {
      try await disk { try partial.restart(as: source(of: response)) }
    }
    var chunks = ByteStream(response: response, decoder: JSONDecoder()).makeAsyncIterator()
    while let chunk = try await chunks.next() {
      try await disk { try partial.append(chunk) }
      count += Int64(chunk.count)
    }
    try await check(count, against: length)
    return try await finish(response, count: count)
  }

  /// A server may send less than was asked for, and then the rest is still to come.
  private func check(_ count: Int64, against length: Int64?) async throws(NetworkRequestError) {
    guard let length, count != length else { return }
    if count > length { try await disk { try partial.remove() } }
    let code: URLError.Code = count < length ? .networkConnectionLost : .badServerResponse
    let words = "\(count) bytes have come, of \(length)"
    let error = URLError(code, userInfo: [NSLocalizedDescriptionKey: words])
    throw .urlSessionFailed(TransportFailure(error, request: request))
  }

  /// The request for the rest, of the same version alone.
  private func asking(for known: (source: PartialDownload.Source, count: Int64)) -> TransportRequest {
    var request = request
    request.headers.set(HTTPHeader(.range, "bytes=\(known.count)-"))
    request.headers.set(HTTPHeader(.ifRange, known.source.eTag))
    return request
  }

  /// The part that a 206 brings, where it goes on exactly where the known bytes end, in the same version.
  private func continuation(
    of known: (source: PartialDownload.Source, count: Int64), in response: NetworkResponse
  ) -> ContentRange? {
    guard let part = response.headers[.contentRange].flatMap(ContentRange.init),
      part.range?.lowerBound == known.count,
      response.headers[.eTag].map({ $0 == known.source.eTag }) ?? true
    else { return nil }
    let length = known.source.length
    return (part.completeLength ?? length) == (length ?? part.completeLength) ? part : nil
  }

  /// What a whole response is a version of; nil where it has no strong entity tag, or is compressed all the same.
  private func source(of response: NetworkResponse) -> PartialDownload.Source? {
    guard let tag = EntityTag(response.headers), !tag.isWeak, !response.headers.contains(.contentEncoding)
    else { return nil }
    return PartialDownload.Source(
      request: name, eTag: tag.description, length: response.headers[.contentLength].flatMap(Int64.init))
  }

  private var name: String { SHA256.hexadecimal("\(request.method) \(request.url.absoluteString)") }

  private func known() async throws(NetworkRequestError) -> (source: PartialDownload.Source, count: Int64)? {
    let name = name
    return try await disk { try partial.read(name) }
  }

  private func finish(_ response: NetworkResponse, count: Int64) async throws(NetworkRequestError)
    -> DownloadedFile
  {
    try await disk { try partial.finish() }
    let head = response.replacing(body: .data(Data()))
    return DownloadedFile(url: place, response: head, byteCount: count)
  }

  private func wait(_ duration: Duration) async throws(NetworkRequestError) {
    do { try await dispatcher.clock.sleep(for: duration) } catch { throw .cancelled(request) }
  }

  private func disk<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(NetworkRequestError) -> Value {
    switch await queue.run({ Result { try work() } }) {
    case .success(let value): return value
    case .failure(let error):
      throw FileOperation("written", place).failure(error, of: request, .cannotWriteToFile)
    }
  }
}
