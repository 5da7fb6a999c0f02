/// The failure of a call that exceeded its deadline.
public struct DeadlineFailure: Sendable, Equatable, CustomStringConvertible {
  /// The time that the call had from beginning to end.
  public let deadline: Duration
  /// The request that was being sent.
  public let request: TransportRequest?

  /// Creates a failure, such as in a transport of your own.
  public init(deadline: Duration, request: TransportRequest? = nil) {
    self.deadline = deadline
    self.request = request
  }

  /// True if the deadline and the request are the same.
  public static func == (left: DeadlineFailure, right: DeadlineFailure) -> Bool {
    left.deadline == right.deadline && left.request?.id == right.request?.id
  }

  /// The request and its deadline.
  public var description: String {
    "\(request.map { "\($0): " } ?? "")the call was not done within its deadline of \(deadline)"
  }
}

/// The failure of a call whose response body exceeds the limit in memory.
public struct BodyTooLarge: Sendable, Equatable, CustomStringConvertible {
  /// The limit, in bytes after decompression.
  public let limit: Int
  /// The request whose response exceeded the limit.
  public let request: TransportRequest?

  /// Creates a failure, such as in a transport of your own.
  public init(limit: Int, request: TransportRequest? = nil) {
    self.limit = limit
    self.request = request
  }

  /// True if the limit and the request are the same.
  public static func == (left: BodyTooLarge, right: BodyTooLarge) -> Bool {
    left.limit == right.limit && left.request?.id == right.request?.id
  }

  /// The request and the limit.
  public var description: String {
    "\(request.map { "\($0): " } ?? "")the body of the response is larger than \(limit) bytes"
  }
}
