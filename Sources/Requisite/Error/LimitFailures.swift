/// A call that took longer than it was given.
public struct DeadlineFailure: Sendable, Equatable, CustomStringConvertible {
  /// The time that the call was given as a whole.
  public let deadline: Duration
  /// The request that was under way.
  public let request: TransportRequest?

  /// Makes the description of a failure.
  public init(deadline: Duration, request: TransportRequest? = nil) {
    self.deadline = deadline
    self.request = request
  }

  /// Whether the deadline and the request are the same.
  public static func == (left: DeadlineFailure, right: DeadlineFailure) -> Bool {
    left.deadline == right.deadline && left.request?.id == right.request?.id
  }

  /// The request and its deadline.
  public var description: String {
    "\(request.map { "\($0): " } ?? "")the call was not done within its deadline of \(deadline)"
  }
}

/// A response whose body is larger than the call allows.
public struct BodyTooLarge: Sendable, Equatable, CustomStringConvertible {
  /// The limit, in bytes after decompression.
  public let limit: Int
  /// The request that was answered.
  public let request: TransportRequest?

  /// Makes the description of a failure.
  public init(limit: Int, request: TransportRequest? = nil) {
    self.limit = limit
    self.request = request
  }

  /// Whether the limit and the request are the same.
  public static func == (left: BodyTooLarge, right: BodyTooLarge) -> Bool {
    left.limit == right.limit && left.request?.id == right.request?.id
  }

  /// The request and the limit.
  public var description: String {
    "\(request.map { "\($0): " } ?? "")the body of the response is larger than \(limit) bytes"
  }
}
