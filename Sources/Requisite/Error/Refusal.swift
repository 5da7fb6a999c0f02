/// A call that a layer of the stack held back for its own reasons: nothing was sent.
public struct Refusal: Sendable {
  /// Why a call is held back.
  public enum Reason: Sendable, Hashable {
    /// As many calls as the queue of a throttle has room for are waiting already.
    case queueFull(limit: Int)
    /// The breaker of that origin is open: too many calls to it failed lately.
    case circuitOpen(Origin)
    /// The call's turn under the rate limit comes too late: past its deadline, or past the longest wait allowed.
    case rateLimited
  }

  /// Why the call was held back.
  public let reason: Reason
  /// How long it is until a call can get through, as far as the layer knows.
  public let retryAfter: Duration?
  /// The request that was held back.
  public let request: TransportRequest?

  /// Makes the description of a refusal.
  public init(_ reason: Reason, retryAfter: Duration? = nil, request: TransportRequest? = nil) {
    self.reason = reason
    self.retryAfter = retryAfter
    self.request = request
  }
}

extension Refusal: Equatable, CustomStringConvertible {
  /// Whether the same request was refused for the same reason.
  public static func == (left: Refusal, right: Refusal) -> Bool {
    left.reason == right.reason && left.request?.id == right.request?.id
  }

  /// The request and the reason.
  public var description: String {
    let wait = retryAfter.map { "; try again in \($0)" } ?? ""
    return "\(request.map { "\($0): " } ?? "")not sent: \(words)\(wait)"
  }

  private var words: String {
    switch reason {
    case .queueFull(let limit): "\(limit) calls are waiting already"
    case .circuitOpen(let origin): "too many calls to \(origin) failed lately"
    case .rateLimited: "the rate limit leaves no room in time"
    }
  }
}
