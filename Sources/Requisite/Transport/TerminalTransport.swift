/// A transport at the end of a stack, which speaks to servers itself.
///
/// It makes exchanges: one request out, one response in, and a redirect is a response like any other. Following
/// redirects is the same for all of them and belongs to the library: ``Transport/send(_:)`` comes with the
/// conformance, so no stack can forget it, and it is always innermost, where every header that an outer layer
/// added is seen before it goes to another origin.
public protocol TerminalTransport: Transport {
  /// Sends the request and returns the response. Follows no redirect, asks no user, keeps no cookie.
  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse
}

extension TerminalTransport {
  /// Sends the request and follows redirects by the request's ``RequestOptions/redirects``.
  ///
  /// ``RequestOptions/deadline`` bounds all exchanges together, where no dispatcher or outer layer bounds the call already.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await request.withinDeadline { bounded throws(NetworkRequestError) in
      do throws(NetworkRequestError) {
        return try await RedirectFollower(policy: bounded.options.redirects).send(bounded, through: self)
      } catch {
        throw error.explained(by: bounded)
      }
    }
  }
}

extension TransportResponse {
  /// The response whose body an error ended, where the status decides the call by itself: it is not accepted, or a
  /// redirect. A 500 that is too large is a 500, and a 404 that was cut short is no reason to try again.
  ///
  /// - Parameter data: What came of the body.
  /// - Throws: The error itself where the body is what the caller asked for, and where the call was cancelled, timed
  ///   out as a whole, or could not be sent.
  func unfinished(
    _ data: Data, _ error: NetworkRequestError, of request: TransportRequest
  ) throws(NetworkRequestError) -> TransportResponse {
    let isJudgedByStatus =
      !request.options.acceptedStatuses.contains(status) || Redirection.statuses.contains(status)
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
