/// Follows the redirects that a terminal transport hands back. One policy, whatever the transport.
struct RedirectFollower {
  let policy: RedirectPolicy

  func send(
    _ request: TransportRequest, through terminal: some TerminalTransport
  ) async throws(NetworkRequestError) -> TransportResponse {
    try request.headers.validate()
    var current = request
    var hops = 0
    var hasLeftOrigin = false
    while true {
      var response = try await exchange(current, through: terminal)
      guard policy.limit > 0, let location = Redirection.location(of: response) else {
        noteEnd(of: &response, to: request)
        guard hops > 0 else { return response }
        (response.redirectCount, response.hasLeftOrigin) = (hops, hasLeftOrigin)
        return response
      }
      response.body.discard()
      guard !Task.isCancelled else { throw .cancelled(request) }
      guard hops < policy.limit else { throw failure(.httpTooManyRedirects, request) }
      current = try redirection(of: current, to: location, status: response.status).apply(to: current)
      hasLeftOrigin = hasLeftOrigin || Origin(current.url) != Origin(request.url)
      hops += 1
    }
  }

  /// Makes one exchange and puts it on record; with cookies, where they are asked for.
  private func exchange(
    _ request: TransportRequest, through terminal: some TerminalTransport
  ) async throws(NetworkRequestError) -> TransportResponse {
    let cookies = CookieExchange(request)
    let outgoing = cookies?.outgoing ?? request
    let start = request.record?.now ?? .zero
    do {
      let response = try await terminal.exchange(outgoing)
      note(.success(response), since: start, on: request.record)
      cookies?.take(response)
      return response
    } catch {
      note(.failure(error), since: start, on: request.record)
      throw cookies == nil ? error : error.told(of: request, insteadOf: outgoing)
    }
  }

  /// Apart, so that the large span is not in the frame that waits for the reply.
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

  /// A streamed reply ends long after it began: its end is put on record as well.
  @inline(never)
  private func noteEnd(of response: inout TransportResponse, to request: TransportRequest) {
    guard case .stream(let stream) = response.body, let record = request.record else { return }
    let start = record.now
    response.body = .stream(
      stream.ending {
        let end = stream.end
        record.append(
          TimelineSpan(
            layer: "transport", event: "body", start: start, duration: record.now - start,
            detail: end == nil ? "not to its end" : nil, phases: end?.timings))
      })
  }

  /// The way to where `location`, of a `Location` or a `Link`, leads from the URL of a request; where it must not be
  /// gone, an error says why.
  func redirection(
    of request: TransportRequest, to location: String, status: Int
  ) throws(NetworkRequestError) -> Redirection {
    guard let target = Redirection.target(location, from: request.url) else {
      throw failure(.badServerResponse, request, "“\(location)” leads to no URL of http or https")
    }
    // The schemes of origins are in lower case: `HTTPS` is left for `http` no more than `https` is.
    guard Origin(request.url).scheme != "https" || Origin(target).scheme == "https" else {
      throw failure(
        .appTransportSecurityRequiresSecureConnection, request, "“\(location)” leaves https for http")
    }
    return Redirection(status: status, target: target, policy: policy)
  }

  private func failure(
    _ code: URLError.Code, _ request: TransportRequest, _ words: String? = nil
  ) -> NetworkRequestError {
    let info = words.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
    return .urlSessionFailed(TransportFailure(URLError(code, userInfo: info), request: request))
  }
}
