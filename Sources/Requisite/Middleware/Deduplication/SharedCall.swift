/// A call that was made for all who asked for the same.
struct SharedCall: Sendable {
  /// The request of the one that asked first.
  let request: TransportRequest
  /// The place on its record at which the call began.
  let beginning: CallRecord.Mark?
  /// What it came to.
  let result: Result<TransportResponse, NetworkRequestError>

  /// The same for one that joined: its record tells what was done on its behalf, and an error is that of its own
  /// request.
  func result(
    joinedBy request: TransportRequest
  ) -> Result<TransportResponse, NetworkRequestError> {
    if let record = self.request.record, let beginning {
      request.record?.copy(from: record, since: beginning)
    }
    return result.mapError { $0.told(of: request, insteadOf: self.request).inCall(of: request) }
  }
}

/// How the wait for a shared call ended.
enum SharedWait: Sendable {
  /// The call is over. One that joined did not begin it.
  case landed(SharedCall, joined: Bool)
  /// The one that waited was cancelled.
  case left(joined: Bool)

  /// The result for a call that has waited since then.
  func response(
    to request: TransportRequest, since start: Duration
  ) -> Result<TransportResponse, NetworkRequestError> {
    switch self {
    case .landed(let call, joined: false): return call.result
    case .landed(let call, joined: true):
      request.record?.note("dedupe", "joined", since: start, detail: "the call \(call.request.id)")
      return call.result(joinedBy: request)
    case .left(let joined):
      if joined { request.record?.note("dedupe", "joined", since: start, detail: "and left before the end") }
      return .failure(.cancelled(request))
    }
  }
}
