// For places where Swift loses the type of an error: a `Task`, a closure, `async let`, and blocks that throw other errors too.
// A ``NetworkRequestError`` answers itself; any other error as the case that ``NetworkRequestError/init(_:request:)`` makes of it.
extension Error {
  /// True if the caller cancelled the call, as in `catch where error.isCancellation` in a `Task`; for any other error, if it
  /// is a `CancellationError`, or a `URLError` that says so.
  public var isCancellation: Bool { NetworkRequestError(self).isCancellation }

  /// True if the same request may succeed a little later; false for an error that is no failure of a call.
  public var isRetryable: Bool { NetworkRequestError(self).isRetryable }

  /// True if a time limit ended the call.
  public var isTimeout: Bool { NetworkRequestError(self).isTimeout }

  /// True if the user has to log in.
  public var needsLogin: Bool { NetworkRequestError(self).needsLogin }

  /// A sentence for the users of an app; “This did not work.” for an error that is no failure of a call.
  public var userMessage: String { NetworkRequestError(self).userMessage }
}
