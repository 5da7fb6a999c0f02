/// How far an exchange has come.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes of the request's body that went.
  public var bytesSent: Int64 = 0
  /// The bytes of the request's body in all; nil where that is not known.
  public var bytesToSend: Int64?
  /// The bytes of the response's body that came, before decompression; with ``URLSessionTransport`` after it.
  public var bytesReceived: Int64 = 0
  /// The bytes of the response's body in all, as the server announces them; nil where it does not, and where they are
  /// others than those that are counted.
  public var bytesToReceive: Int64?

  /// Makes the progress of an exchange that has not begun.
  public init() {}
}

extension RequestOptions {
  /// Called while the bodies of the request and the response are on their way, at most every 50 milliseconds, and when
  /// the last byte has come. nil by default.
  ///
  /// It is called on a thread of the transport, which waits for it: be brief. A request that is sent again, for a redirect
  /// or another attempt, begins anew. A call that fails ends without a last word. Told by `CurlTransport` and
  /// ``URLSessionTransport``; other transports say nothing.
  public var onProgress: (@Sendable (TransferProgress) -> Void)? {
    get { self[OnProgressKey.self] }
    set { self[OnProgressKey.self] = newValue }
  }
}

private enum OnProgressKey: RequestOptionKey {
  static let defaultValue: (@Sendable (TransferProgress) -> Void)? = nil
}
