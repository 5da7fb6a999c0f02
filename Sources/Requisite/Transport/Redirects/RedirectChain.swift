/// The redirects of one call so far. Its functions are never inlined: what they need is not to be in the frame that waits
/// for the responses.
struct RedirectChain {
  /// What is to be sent now.
  private(set) var current: TransportRequest
  private let first: TransportRequest
  private let follower: RedirectFollower
  private var hops = 0
  private var hasLeftOrigin = false

  init(_ request: TransportRequest, _ follower: RedirectFollower) {
    (current, first, self.follower) = (request, request, follower)
  }

  /// Whether the response leads on; then ``current`` is the request to its target.
  @inline(never)
  mutating func follow(_ response: TransportResponse) throws(NetworkRequestError) -> Bool {
    guard follower.policy.limit > 0, let location = try location(of: response) else { return false }
    response.body.discard()
    guard !Task.isCancelled else { throw .cancelled(first) }
    guard hops < follower.policy.limit else { throw follower.failure(.httpTooManyRedirects, first) }
    let redirection = try follower.redirection(of: current, to: location, status: response.status)
    current = try redirection.apply(to: current)
    hasLeftOrigin = hasLeftOrigin || Origin(current.url) != Origin(first.url)
    hops += 1
    return true
  }

  private func location(of response: TransportResponse) throws(NetworkRequestError) -> String? {
    do {
      return try Redirection.location(of: response)
    } catch {
      response.body.discard()
      throw follower.failure(
        .badServerResponse, current, "the response is a redirect with several Location fields that differ")
    }
  }

  /// The last response, with what led to it.
  @inline(never)
  func end(with response: TransportResponse) -> TransportResponse {
    var response = response
    if hops > 0 { (response.redirectCount, response.hasLeftOrigin) = (hops, hasLeftOrigin) }
    guard case .stream(let stream) = response.body, let record = first.record else { return response }
    response.body = .stream(Self.noting(stream, on: record))
    return response
  }

  /// A streamed response ends long after it began: its end is put on record as well.
  private static func noting(_ stream: ByteStream, on record: CallRecord) -> ByteStream {
    let start = record.now
    return stream.ending {
      let end = stream.end
      record.append(
        TimelineSpan(
          layer: "transport", event: "body", start: start, duration: record.now - start,
          detail: end == nil ? "not to its end" : nil, phases: end?.timings))
    }
  }
}
