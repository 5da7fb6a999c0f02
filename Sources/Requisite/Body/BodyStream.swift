/// A body that is made while it is sent.
public struct BodyStream: Sendable {
  /// The number of bytes, where it is known: then it is announced as `Content-Length`, and a stream that gives
  /// more or fewer fails the call.
  public let length: Int64?
  /// Whether ``makeStream`` may be called again, for a redirect or another attempt.
  public let isReplayable: Bool
  /// Starts to read from the beginning.
  public let makeStream: @Sendable () -> ByteStream

  /// Makes a body of chunks that can be read once. It is not sent again: a redirect that would need it, or another
  /// attempt, fails.
  public init(length: Int64? = nil, _ stream: ByteStream) {
    self.length = length
    isReplayable = false
    makeStream = { stream }
  }

  /// Makes a body that starts anew each time it is sent.
  public init(length: Int64? = nil, restarting makeStream: @escaping @Sendable () -> ByteStream) {
    self.length = length
    isReplayable = true
    self.makeStream = makeStream
  }
}
