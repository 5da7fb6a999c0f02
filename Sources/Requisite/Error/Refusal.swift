/// The refusal of a layer of the stack to send a call or another attempt of it, which was not sent.
public struct Refusal: Sendable {
  /// The rule that held a call back.
  public enum Reason: Sendable, Hashable {
    /// The queue of a throttle is full: `limit` calls are waiting already.
    case queueFull(limit: Int)
    /// The circuit breaker of this origin is open, because too many recent calls to it failed.
    case circuitOpen(Origin)
    /// The rate limit would admit the call too late: after its deadline, or after the longest wait allowed.
    case rateLimited
  }

  /// The rule that held the call back.
  public let reason: Reason
  /// The time until a call can get through; nil if the layer does not know.
  public let retryAfter: Duration?
  /// The request that was held back.
  public internal(set) var request: TransportRequest?
  var phase = SendPhase.unknown

  /// Creates a refusal, such as in a decorator of your own.
  public init(_ reason: Reason, retryAfter: Duration? = nil, request: TransportRequest? = nil) {
    self.reason = reason
    self.retryAfter = retryAfter
    self.request = request
  }
}

extension Refusal: Equatable, CustomStringConvertible {
  /// True if the reason and the request are the same.
  public static func == (left: Refusal, right: Refusal) -> Bool {
    left.reason == right.reason && left.request?.id == right.request?.id
  }

  /// The request, the reason, and when to try again if that is known.
  public var description: String {
    let wait = retryAfter.map { "; try again in \($0)" } ?? ""
    return "\(request.prefixInErrors)not sent: \(words)\(wait)"
  }

  private var words: String {
    switch reason {
    case .queueFull(let limit):
      "the queue is full: \(limit == 1 ? "1 call is" : "\(limit) calls are") already waiting"
    case .circuitOpen(let origin): "too many recent calls to \(origin) failed"
    case .rateLimited: "the rate limit would admit the call too late"
    }
  }
}
