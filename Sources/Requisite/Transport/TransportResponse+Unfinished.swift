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
