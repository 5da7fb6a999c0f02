/// The redirects of one call so far, which a terminal transport follows by one policy. Its functions are never inlined, as
/// those of `Hop`.
struct RedirectChain {
  /// The next request to send.
  private(set) var current: TransportRequest
  private let first: TransportRequest
  private var hops = 0
  private var hasLeftOrigin = false
  /// True if a response was received, so that the call was sent whatever follows.
  var isRedirected: Bool { hops > 0 }

  init(_ request: TransportRequest) {
    (current, first) = (request, request)
  }

  /// Returns true if the response is a redirect to follow. ``current`` is then the request to its target.
  @inline(never)
  mutating func follow(_ response: TransportResponse) throws(NetworkRequestError) -> Bool {
    do { return try advance(response) } catch { throw error.afterSending() }
  }

  private mutating func advance(_ response: TransportResponse) throws(NetworkRequestError) -> Bool {
    if let repeated = current.withoutExpectation(after: response) {
      current = repeated
      return true
    }
    guard Redirection.isRedirect(response.status) else { return false }
    let policy = first.options.redirects
    guard policy.limit > 0, let location = try location(of: response) else { return false }
    response.body.discard()
    guard !Task.isCancelled else { throw .cancelled(first) }
    guard hops < policy.limit else {
      let target = first.options.redaction.malformedURL(location)
      let problem = "more than \(policy.limit) redirects, the last of them to “\(target)”"
      throw .urlSessionFailed(TransportFailure(.httpTooManyRedirects, problem, request: first))
    }
    // Later requests of the chain never had the credentials: they are added for each exchange.
    if !isRedirected { current = first.withoutAppliedCredentials }
    let redirection = try policy.redirection(of: current, to: location, status: response.status)
    current = try redirection.apply(to: current)
    hasLeftOrigin = hasLeftOrigin || Origin(current.url) != Origin(first.url)
    current.url = current.options.withoutAppliedCredentials(current.url)
    if hasLeftOrigin { current.options.appliedCredentials = [] }
    hops += 1
    return true
  }

  private func location(of response: TransportResponse) throws(NetworkRequestError) -> String? {
    do {
      return try Redirection.location(of: response)
    } catch {
      response.body.discard()
      let problem = "the response is a redirect with several Location fields that differ"
      throw .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: current))
    }
  }

  /// Returns the last response with the number of redirects before it, and records the end of a streamed body.
  @inline(never)
  func end(with response: consuming TransportResponse) -> TransportResponse {
    if hops > 0 { (response.redirectCount, response.hasLeftOrigin) = (hops, hasLeftOrigin) }
    guard case .stream(let stream) = response.body, let record = first.record else { return response }
    response.body = .stream(Self.noting(stream, on: record))
    return response
  }

  /// Returns the stream, which adds a span to the record at its end, because a streamed body may end long
  /// after its header section.
  private static func noting(_ stream: ByteStream, on record: CallRecord) -> ByteStream {
    let start = record.now
    return stream.ending {
      let end = stream.end
      record.append(
        CallTimeline.Span(
          layer: "transport", event: "body", start: start, duration: record.now - start,
          detail: end == nil ? "incomplete" : nil, phases: end?.timings))
    }
  }
}
