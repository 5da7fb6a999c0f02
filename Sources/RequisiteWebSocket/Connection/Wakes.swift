import Requisite

typealias Waiter<Value> = UnsafeContinuation<Result<Value, NetworkRequestError>, Never>

/// The tasks to resume, after the lock is released.
struct Wakes {
  var reader: (Waiter<RawMessage?>, Result<RawMessage?, NetworkRequestError>)?
  var opening: (Waiter<TransportResponse>, Result<TransportResponse, NetworkRequestError>)?
  var others: [(Waiter<Void>, Result<Void, NetworkRequestError>)] = []

  func run() {
    if let (waiter, result) = reader { waiter.resume(returning: result) }
    if let (waiter, result) = opening { waiter.resume(returning: result) }
    for (waiter, result) in others { waiter.resume(returning: result) }
  }
}
