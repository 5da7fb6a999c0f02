/// Follows the redirects that a terminal transport returns, with one policy for all transports.
struct RedirectFollower {
  let policy: RedirectPolicy

  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  func send(
    _ request: TransportRequest, through terminal: some TerminalTransport
  ) async throws(NetworkRequestError) -> TransportResponse {
    try request.validateFields()
    var chain = RedirectChain(request, self)
    while true {
      let response: TransportResponse
      do {
        response =
          chain.isBegun
          ? try await exchangeAnew(chain.current, through: terminal)
          : try await exchange(chain.current, through: terminal)
      } catch {
        throw error.afterSending(chain.isBegun)
      }
      guard try chain.follow(response) else { return chain.end(with: response) }
    }
  }

  /// Makes an exchange after a redirect, with credentials for its own URL. The result is that of `request`, so that no
  /// response or error contains a credential.
  @inline(never)
  private func exchangeAnew(
    _ request: TransportRequest, through terminal: some TerminalTransport
  ) async throws(NetworkRequestError) -> TransportResponse {
    let signed = try await request.authenticatedAnew()
    try signed.validateFields()
    do {
      return try await exchange(signed, through: terminal).naming(request, insteadOf: signed)
    } catch {
      throw error.naming(request, insteadOf: signed)
    }
  }

  /// Makes one exchange, with cookies if the request has a jar, and records it.
  @inline(__always)
  private func exchange(
    _ request: TransportRequest, through terminal: some TerminalTransport
  ) async throws(NetworkRequestError) -> TransportResponse {
    let cookies = CookieExchange(request)
    let outgoing = cookies?.outgoing ?? request
    let start = request.record?.now ?? .zero
    let result: Result<TransportResponse, NetworkRequestError>
    do { result = .success(try await terminal.exchange(outgoing)) } catch {
      result = .failure(error.explained(by: outgoing))
    }
    note(result, since: start, on: request.record)
    guard let cookies else { return try result.get() }
    return try cookies.settle(result)
  }

  /// Records an exchange. A separate function, so that the large span is not in the frame that waits for the response.
  @inline(never)
  private func note(
    _ outcome: Result<TransportResponse, NetworkRequestError>, since start: Duration, on record: CallRecord?
  ) {
    guard let record else { return }
    switch outcome {
    case .success(let response):
      record.append(
        TimelineSpan(
          layer: "transport", event: HTTPStatus.words(response.status), start: start,
          duration: record.now - start, detail: nil, phases: response.timings))
    case .failure(let error): record.note("transport", error.kind.rawValue, since: start)
    }
  }

  /// Returns the redirection to the target of `location`, the value of a `Location` or `Link` field, relative to the
  /// URL of a request. Throws an error that says why the target must not be followed.
  func redirection(
    of request: TransportRequest, to location: String, status: Int
  ) throws(NetworkRequestError) -> Redirection {
    let printed = request.options.redaction.malformedURL(location)
    guard let target = Redirection.target(location, from: request.url) else {
      throw failure(.badServerResponse, request, "“\(printed)” does not lead to an http or https URL")
    }
    // An origin's scheme is in lower case, so `HTTPS` is not left for `http` either.
    guard Origin(request.url).scheme != "https" || Origin(target).scheme == "https" else {
      throw failure(
        .appTransportSecurityRequiresSecureConnection, request, "“\(printed)” leads from https to http")
    }
    return Redirection(status: status, target: target, policy: policy)
  }

  func failure(
    _ code: TransportFailure.Code, _ request: TransportRequest, _ words: String? = nil
  ) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(code, words, request: request))
  }
}

/// The redirects of one call so far. Its functions are never inlined, so that their variables are not in the frame that
/// waits for the responses.
private struct RedirectChain {
  /// The next request to send.
  private(set) var current: TransportRequest
  private let first: TransportRequest
  private let follower: RedirectFollower
  private var hops = 0
  private var hasLeftOrigin = false
  /// True if a response was received, so that the call was sent whatever follows.
  var isBegun: Bool { hops > 0 }

  init(_ request: TransportRequest, _ follower: RedirectFollower) {
    (current, first, self.follower) = (request, request, follower)
  }

  /// Returns true if the response is a redirect to follow. ``current`` is then the request to its target.
  @inline(never)
  mutating func follow(_ response: TransportResponse) throws(NetworkRequestError) -> Bool {
    do { return try advance(response) } catch { throw error.afterSending() }
  }

  private mutating func advance(_ response: TransportResponse) throws(NetworkRequestError) -> Bool {
    guard follower.policy.limit > 0, let location = try location(of: response) else { return false }
    response.body.discard()
    guard !Task.isCancelled else { throw .cancelled(first) }
    guard hops < follower.policy.limit else { throw follower.failure(.httpTooManyRedirects, first) }
    // Later requests of the chain never had the credentials: they are added for each exchange.
    if !isBegun { current = first.withoutAppliedCredentials }
    let redirection = try follower.redirection(of: current, to: location, status: response.status)
    current = try redirection.apply(to: current)
    hasLeftOrigin = hasLeftOrigin || Origin(current.url) != Origin(first.url)
    if hasLeftOrigin { current.options.appliedCredentials = [] }
    current.url = current.options.withoutAppliedCredentials(current.url)
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

  /// Returns the last response with the number of redirects before it, and records the end of a streamed body.
  @inline(never)
  func end(with response: TransportResponse) -> TransportResponse {
    var response = response
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
        TimelineSpan(
          layer: "transport", event: "body", start: start, duration: record.now - start,
          detail: end == nil ? "incomplete" : nil, phases: end?.timings))
    }
  }
}
