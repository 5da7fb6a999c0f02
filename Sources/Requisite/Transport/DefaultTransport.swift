/// The terminal transport of clients that are given none: `CurlTransport` on Linux, ``URLSessionTransport`` elsewhere.
///
/// If a process on Linux has no usable libcurl, ``shared`` is a ``URLSessionTransport``, and a line on standard error says
/// so once: it is slower there and has faults that the library cannot avoid (<doc:Transports>).
public enum DefaultTransport {
  /// The transport of the process. Clients that use it share its connections.
  public static let shared: any Transport = platformDefault()

  /// Returns a new transport with these settings: a `CurlTransport` on Linux, a ``URLSessionTransport`` elsewhere.
  ///
  /// Each transport has its own connections, so create few and keep them.
  ///
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` that names a setting which the platform cannot honour or which
  ///   is not valid, such as a pin that is not a SHA-256 hash. On Linux also if the process has no usable libcurl.
  public static func make(
    _ configuration: TransportConfiguration
  ) throws(NetworkRequestError) -> any TerminalTransport {
    try platformTransport(configuration)
  }
}
