/// One attempt of a call, as the history of the call keeps it.
///
/// A failure is kept as its ``NetworkRequestError/Kind`` and its words, not as the error: an error leads to its
/// request, and that to this history again.
public struct Attempt: Sendable, Hashable, Codable {
  /// The outcome of an attempt.
  public enum Outcome: Sendable, Hashable, Codable {
    /// A response came, with that status.
    case status(Int)
    /// No response came.
    case failed(NetworkRequestError.Kind, description: String)
  }

  /// The number of the attempt, from 1.
  public let number: Int
  /// The time from the start of the first attempt to the start of this one.
  public let start: Duration
  /// The time until its response was there (of a streamed one: its header section), or it failed.
  public let duration: Duration
  /// The status, or the failure.
  public let outcome: Outcome
  /// The wait before the next attempt; nil for the last one.
  public let wait: Duration?
}

extension Attempt: CustomStringConvertible {
  /// The attempt in one line.
  public var description: String {
    let result =
      switch outcome {
      case .status(let status): "\(status)"
      case .failed(_, let description): description
      }
    return "attempt \(number) at \(start), \(duration): \(result)\(wait.map { "; waited \($0)" } ?? "")"
  }
}
