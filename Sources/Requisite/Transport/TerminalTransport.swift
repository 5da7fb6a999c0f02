/// A transport at the end of a stack, which connects to servers itself.
///
/// A terminal transport makes exchanges: it sends one request and receives one response, which may be a redirect. The
/// library follows redirects for all terminal transports: ``Transport/send(_:)`` comes with the conformance, so no
/// stack can forget it. It is always innermost, so it sees every field that an outer layer added before the field
/// goes to another origin.
public protocol TerminalTransport: Transport {
  /// Sends the request and returns the response, whatever its status.
  ///
  /// It must not follow redirects, ask the user, or store cookies.
  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse
}

extension TerminalTransport {
  /// Sends the request and follows redirects by the request's ``RequestOptions/redirects``.
  ///
  /// ``RequestOptions/deadline`` bounds all exchanges together, unless a dispatcher or an outer layer
  /// bounds the call already.
  ///
  /// - Throws: The errors of ``exchange(_:)``; ``NetworkRequestError/deadlineExceeded(_:)``;
  ///   ``NetworkRequestError/invalidRequest(_:)`` for a method or header field that must not be sent, or a redirect that
  ///   needs a body again that can be read only once; ``NetworkRequestError/urlSessionFailed(_:)`` for a redirect that must
  ///   not be followed, or one more than the limit.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard let deadline = request.ownDeadline else { return try await follow(request) }
    return try await deadline.bound(request) { bounded throws(NetworkRequestError) in
      // It has a deadline now, which is not counted anew.
      try await send(bounded)
    }
  }

  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  private func follow(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    do throws(NetworkRequestError) {
      return try await RedirectFollower(policy: request.options.redirects).send(request, through: self)
    } catch {
      throw error.explained(by: request)
    }
  }
}

extension TransportResponse {
  /// Returns the response whose body ended with an error, if its status decides the call: the status is not accepted,
  /// or is a redirect. A 500 whose body is too large is a 500, and a 404 whose body was cut short is not retried.
  ///
  /// - Parameter data: The bytes of the body that were received.
  /// - Throws: `error`, if the status does not decide the call, or if the call was cancelled, exceeded its deadline,
  ///   or could not be sent.
  func unfinished(
    _ data: Data, _ error: NetworkRequestError, of request: TransportRequest
  ) throws(NetworkRequestError) -> TransportResponse {
    let isJudgedByStatus =
      !request.options.acceptedStatuses.contains(status) || Redirection.isRedirect(status)
    switch error.kind {
    case _ where !isJudgedByStatus: throw error
    case .cancelled, .deadlineExceeded, .invalidRequest: throw error
    default: break
    }
    var result = self
    result.body = .data(data)
    result.bodyFailure = error
    return result
  }
}

extension TransportRequest {
  /// Returns why a response with this header section cannot answer this request; nil if it can. A part of a representation
  /// that the request did not ask for (RFC 9110 §15.3.7) would be taken for the whole.
  func problem(ofStatus status: Int, _ response: HTTPHeaders) -> String? {
    guard status == 206, !headers.contains(.range), response.describePart else { return nil }
    return "the response is a part (206), and the request has no Range"
  }
}
