// The one file that names Foundation's URLError.
extension TransportFailure {
  /// Creates a failure from Foundation's error, which becomes its ``underlyingError``.
  ///
  /// The URL that Foundation keeps in the user info is left out: it may hold secrets, and the request has it.
  public init(_ urlError: URLError, request: TransportRequest? = nil) {
    self.init(
      Code(rawValue: urlError.code.rawValue), urlError.userInfo[NSLocalizedDescriptionKey] as? String,
      underlyingError: urlError.withoutURL, request: request)
  }

  /// The failure as Foundation's error: URLSession's own, or one that is made of the code, with the ``message`` as
  /// its `localizedDescription` and the ``underlyingError`` under `NSUnderlyingErrorKey`.
  public var urlError: URLError {
    // Failable on Linux alone, where a number without a name has no code.
    let code = (URLError.Code(rawValue: code.rawValue) as URLError.Code?) ?? .unknown
    if let error = underlyingError as? URLError, error.code == code { return error }
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    if let underlyingError { info[NSUnderlyingErrorKey] = underlyingError }
    return URLError(code, userInfo: info)
  }

  /// Returns nil if the error is not Foundation's.
  init?(foundation error: any Error, request: TransportRequest?) {
    guard let error = error as? URLError else { return nil }
    self.init(error, request: request)
  }
}

extension URLError {
  /// The error without the URL that Foundation keeps in it.
  fileprivate var withoutURL: URLError {
    // The two keys are NSErrorFailingURLKey and NSErrorFailingURLStringKey, whose constant is deprecated.
    let info = userInfo.filter { !$0.key.hasPrefix("NSErrorFailingURL") }
    return info.count == userInfo.count ? self : URLError(code, userInfo: info)
  }
}
