/// How long the phases of one exchange took, and how much came and went.
///
/// Each time is counted from the moment the request was handed to the transport, so the phases of a waterfall are the
/// differences between neighbours. A phase that was not needed, as all of them up to ``requestSent`` on a connection
/// that was kept, ends where it began. With a streamed response they come up to ``firstByte``, and ``lastByte`` is when
/// its header section was complete; ``ByteStream/end`` has the whole.
public struct TransferTimings: Sendable, Hashable, Codable {
  /// When it was the request's turn: before, it waited for the transport to have a free connection, or room for a new
  /// one. A connection that turns out to be dead when it is used again counts as waiting, too.
  public var queued: Duration = .zero
  /// When the host's name was resolved.
  public var nameResolved: Duration = .zero
  /// When the connection was made.
  public var connected: Duration = .zero
  /// When TLS was agreed on; the same as ``connected`` without.
  public var secured: Duration = .zero
  /// When the request began to be sent.
  public var requestSent: Duration = .zero
  /// When the first byte of the response came.
  public var firstByte: Duration = .zero
  /// When the last byte of the response came.
  public var lastByte: Duration = .zero
  /// The bytes of the response's body as they came, before decompression.
  public var bytesReceived: Int64 = 0
  /// The bytes of the request's body that were sent.
  public var bytesSent: Int64 = 0
  /// Whether the connection was there already.
  public var reusedConnection = false
  /// The version of HTTP that was spoken, as "HTTP/2"; nil where it is not known.
  public var httpVersion: String?
  /// Address and port of the other end, as "127.0.0.1:8080"; nil without an address, such as for a Unix socket.
  public var remoteAddress: String?

  /// Makes timings that are all zero.
  public init() {}
}
