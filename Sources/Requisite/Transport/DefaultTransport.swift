/// The terminal transport that is used where none is given.
public enum DefaultTransport {
  /// One for the whole process, so that connections are shared.
  public static let shared: any Transport = URLSessionTransport.shared
}
