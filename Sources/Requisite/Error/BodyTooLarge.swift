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
