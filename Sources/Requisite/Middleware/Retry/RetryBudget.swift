/// How many further attempts a client may make beside its calls, so that retries do not bury a server in trouble.
///
/// A bucket of tokens: it is full at first, each call puts a part of a token in, and each further attempt takes a whole
/// token out. Without a token no further attempt is made. So whatever the policies say, a client sends at most
///
///     calls × (1 + ratio) + reserve
///
/// requests. Share one among the clients of a server by giving it to each of their stacks; a copy is the same budget.
public final class RetryBudget: Sendable {
  /// The tokens that each call puts in: the share of further attempts in the long run.
  public let ratio: Double
  /// The tokens that the bucket holds at most, and at first.
  public let reserve: Double
  private let tokens: Locked<Double>

  /// Makes a full budget.
  ///
  /// - Parameters:
  ///   - ratio: The tokens that each call puts in. 0.2 by default: a server that is down sees a fifth more requests, not three
  ///     times as many.
  ///   - reserve: The tokens that the bucket holds. 10 by default: enough that a client of few calls, as an app that has just
  ///     started, can make all of its attempts.
  public init(ratio: Double = 0.2, reserve: Double = 10) {
    self.ratio = max(0, ratio)
    self.reserve = max(0, reserve)
    tokens = Locked(self.reserve)
  }

  /// The tokens that are left.
  public var balance: Double { tokens.withLock { $0 } }

  /// Counts a call.
  func deposit() {
    // With no reserve the bucket must still be able to hold the one token that an attempt costs.
    tokens.withLock { $0 = min($0 + ratio, max(reserve, 1)) }
  }

  /// Whether there is a token for a further attempt; then it is spent.
  func withdraw() -> Bool {
    tokens.withLock { tokens in
      guard tokens >= 1 else { return false }
      tokens -= 1
      return true
    }
  }
}
