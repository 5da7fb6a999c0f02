/// Authenticates requests to the origins that a credential is for, and repeats those that were rejected.
struct AuthenticationTransport<Upstream: Transport>: Transport {
  /// The first, the one with what its rejection asked for, and one more for a nonce that went stale in between.
  private static var mostSends: Int { 3 }

  let upstream: Upstream
  let authenticator: any Authenticator
  let scope: CredentialScope

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard try scope.covers(request.url) else { return try await upstream.send(request) }
    var number = 1
    while true {
      let signed = try await authenticate(request)
      let response = try await exchange(signed, for: request)
      guard try await isToBeRepeated(request, signed, response, number) else { return response }
      response.body.discard()
      request.record?.note(
        "authentication", "repeats", since: request.record?.now ?? .zero,
        detail: "rejected by \(response.status)")
      number += 1
    }
  }

  private func authenticate(
    _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportRequest {
    var signed = try await authenticator.authenticate(request)
    if signed.url != request.url, try !scope.covers(signed.url) {
      let problem =
        "the authenticator moved the request to \(Origin(signed.url)), which the credential is not for"
      throw .invalidRequest(InvalidRequest(.path, problem))
    }
    for field in signed.headers where field.name != .authorization && !request.headers.contains(field) {
      signed.options.redirects.sensitiveHeaders.insert(field.name)
    }
    return signed
  }

  /// Sends the one request and answers the other: a credential in the URL is in no response and no error.
  private func exchange(
    _ signed: TransportRequest, for request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse {
    do {
      var response = try await upstream.send(signed)
      if response.url == signed.url { response.url = request.url }
      return response
    } catch {
      throw error.told(of: request, insteadOf: signed)
    }
  }

  private func isToBeRepeated(
    _ request: TransportRequest, _ signed: TransportRequest, _ response: TransportResponse, _ number: Int
  ) async throws(NetworkRequestError) -> Bool {
    // Where a redirect led elsewhere, the credential stayed behind, and the response says nothing about it.
    guard !response.hasLeftOrigin,
      response.url == request.url || ScopeKey(response.url) == ScopeKey(request.url)
    else { return false }
    let received = AuthenticatedResponse(
      to: request, sent: signed, status: response.status, headers: response.headers, number: number)
    guard try await authenticator.shouldRepeat(after: received) else { return false }
    return number < Self.mostSends && request.body.isReplayable && !Task.isCancelled
  }
}
