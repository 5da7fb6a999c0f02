/// The times of the phases of one exchange, and the numbers of bytes that were transferred.
///
/// Each time is counted from the moment the transport received the request, so the length of a phase is the difference
/// to the time before. A phase that was not needed ends where it began, such as the phases before ``requestSent`` on a
/// reused connection. The timings of a streamed response are set up to ``firstByte``, and ``lastByte`` is the end of
/// its header section; ``ByteStream/end`` has the final timings.
public struct TransferTimings: Sendable, Hashable, Codable {
  /// The end of the wait for a free connection or for room to open a new one.
  ///
  /// Time lost on a reused connection that turns out to be dead counts as waiting, too.
  public var queued: Duration = .zero
  /// The end of the name look-up.
  public var nameResolved: Duration = .zero
  /// The time at which the connection was established.
  public var connected: Duration = .zero
  /// The end of the TLS handshake; the same as ``connected`` without TLS.
  public var secured: Duration = .zero
  /// The time at which sending the request began.
  public var requestSent: Duration = .zero
  /// The time at which the first byte of the response arrived.
  public var firstByte: Duration = .zero
  /// The time at which the last byte of the response arrived.
  public var lastByte: Duration = .zero
  /// The bytes of the response body as received, before decompression.
  public var bytesReceived: Int64 = 0
  /// The bytes of the request body that were sent. Old versions of libcurl also count the framing of a body that is sent in
  /// chunks, without a Content-Length.
  public var bytesSent: Int64 = 0
  /// True if an existing connection was reused.
  public var reusedConnection = false
  /// The version of HTTP, such as "HTTP/2"; nil if the transport does not report it.
  public var httpVersion: String?
  /// The address and port of the server or proxy, such as "127.0.0.1:8080"; nil without an address,
  /// such as for a Unix socket.
  public var remoteAddress: String?

  /// Creates timings that are all zero.
  public init() {}
}
