/// The terminal transport that is used where none is given: `CurlTransport` on Linux, ``URLSessionTransport``
/// elsewhere.
///
/// On Linux, where the process has no libcurl that can be used, it is ``URLSessionTransport`` as well, and that is
/// said once on standard error: it is slower there, and has faults that cannot be worked round.
public enum DefaultTransport {
  /// One for the whole process, so that connections are shared.
  public static let shared: any Transport = platformDefault()
}
