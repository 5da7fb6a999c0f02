/// A limit on the further attempts of all calls together, so that retries do not overload a server in trouble.
///
/// It is a bucket of tokens, full at first: each call adds a part of a token, and each further attempt takes a whole
/// token. Without a token no further attempt is made. So whatever the policies say, a client sends at most
///
///     calls × (1 + ratio) + reserve
///
/// requests. To share a budget among the clients of a server, pass it to each of their stacks.
public final class RetryBudget: Sendable {
  /// The tokens that each call adds: in the long run, the share of further attempts.
  public let ratio: Double
  /// The tokens that the bucket contains at first, and at most.
  public let reserve: Double
  private let tokens: Locked<Double>
  /// The last refresh of a token whose failure was paid for.
  private let paid = Locked<TransportRequest.ID?>(nil)

  /// Creates a full budget.
  ///
  /// - Parameters:
  ///   - ratio: The tokens that each call adds. 0.2 by default: a server that is down receives a fifth more requests, not
  ///     three times as many.
  ///   - reserve: The tokens that the bucket contains at first, and at most. 10 by default: enough for all attempts of a
  ///     client with few calls, such as an app that has just started. With less than 1, the bucket still fills up to one
  ///     token.
  public init(ratio: Double = 0.2, reserve: Double = 10) {
    self.ratio = max(0, ratio)
    self.reserve = max(0, reserve)
    tokens = Locked(self.reserve)
  }

  /// The number of tokens that are left.
  public var balance: Double { tokens.withLock { $0 } }

  /// Counts a call: adds ``ratio`` tokens.
  func deposit() {
    // With no reserve the bucket must still have room for the one token that an attempt costs.
    tokens.withLock { $0 = min($0 + ratio, max(reserve, 1)) }
  }

  /// Takes a token for a further attempt. Returns false if less than one token is left.
  ///
  /// - Parameter refresh: The refresh whose failure all calls that waited for it share. It is paid for once.
  func withdraw(for refresh: TransportRequest.ID? = nil) -> Bool {
    guard let refresh else { return take() }
    return paid.withLock { paid in
      guard paid != refresh else { return true }
      guard take() else { return false }
      paid = refresh
      return true
    }
  }

  private func take() -> Bool {
    tokens.withLock { tokens in
      guard tokens >= 1 else { return false }
      tokens -= 1
      return true
    }
  }
}
