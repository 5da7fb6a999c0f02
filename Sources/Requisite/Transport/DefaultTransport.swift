/// The terminal transport of clients that are created without one: `CurlTransport` on Linux,
/// ``URLSessionTransport`` elsewhere.
///
/// If a process on Linux has no usable libcurl, ``shared`` is a ``URLSessionTransport``, and one line on standard error
/// reports this. That transport is slower on Linux and has faults that the library cannot avoid (<doc:URLSessionOnLinux>). Without
/// the package trait `FoundationNetworking`, each call fails with an error that says so instead.
public enum DefaultTransport {
  /// The default transport of the process, whose connections all clients that use it share.
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
