/// One attempt of a call, as the history of the call keeps it.
///
/// A failure is kept as its ``NetworkRequestError/Kind`` and its words, not as the error: an error leads to its
/// request, and that to this history again.
public struct Attempt: Sendable, Hashable, Codable {
  /// What became of an attempt.
  public enum Outcome: Sendable, Hashable, Codable {
    /// A response came, with that status.
    case status(Int)
    /// No response came.
    case failed(NetworkRequestError.Kind, description: String)
  }

  /// Which one it was, from 1.
  public let number: Int
  /// When it began, counted from the start of the first.
  public let start: Duration
  /// How long it took until its response was there (of a streamed one: its header section), or it failed.
  public let duration: Duration
  /// What became of it.
  public let outcome: Outcome
  /// How long the call then waited for the next one; nil where this was the last.
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
