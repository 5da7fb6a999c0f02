// The one file that names Foundation's URLError.
#if FoundationNetworking || !(os(Linux) || os(Android))
  extension TransportFailure {
    /// Creates a failure from a `URLError`, which becomes its ``underlyingError``.
    ///
    /// The URL in the error's `userInfo` is removed, because it may contain secrets and the request has it already.
    public init(_ urlError: URLError, request: TransportRequest? = nil) {
      self.init(
        Code(rawValue: urlError.code.rawValue), urlError.userInfo[NSLocalizedDescriptionKey] as? String,
        underlyingError: urlError.withoutURL, request: request)
    }

    /// The failure as a `URLError`: the ``underlyingError`` if it is a `URLError` with this code, otherwise a new one.
    ///
    /// A new error has the ``message`` as its `localizedDescription` and the ``underlyingError`` under
    /// `NSUnderlyingErrorKey`. On Linux, its code is `.unknown` if Foundation has no name for the number.
    public var urlError: URLError {
      // On Linux only, this initializer is failable: it returns nil for a number without a name.
      let code = (URLError.Code(rawValue: code.rawValue) as URLError.Code?) ?? .unknown
      if let error = underlyingError as? URLError, error.code == code { return error }
      var info: [String: Any] = [NSLocalizedDescriptionKey: message]
      if let underlyingError { info[NSUnderlyingErrorKey] = underlyingError }
      return URLError(code, userInfo: info)
    }

    /// Creates a failure from a `URLError`; returns nil for any other error.
    init?(foundation error: any Error, request: TransportRequest?) {
      guard let error = error as? URLError else { return nil }
      self.init(error, request: request)
    }
  }

  extension URLError {
    /// A copy of the error without the failing URL in its `userInfo`.
    fileprivate var withoutURL: URLError { URLError(code, userInfo: userInfo.withoutURL) }
  }

  extension NSError {
    /// A copy of the error without the failing URL in its `userInfo`, which may contain secrets.
    var withoutURL: NSError { NSError(domain: domain, code: code, userInfo: userInfo.withoutURL) }
  }

  extension [String: Any] {
    /// The values without the failing URL, also that of the error that caused this one. The two keys are NSErrorFailingURLKey and
    /// NSErrorFailingURLStringKey, whose constant is deprecated.
    fileprivate var withoutURL: [String: Any] {
      var info = filter { !$0.key.hasPrefix("NSErrorFailingURL") }
      if let cause = info[NSUnderlyingErrorKey] as? NSError { info[NSUnderlyingErrorKey] = cause.withoutURL }
      return info
    }
  }
#else
  extension TransportFailure {
    /// Returns nil: without the trait FoundationNetworking, Foundation's URLError is not used.
    init?(foundation error: any Error, request: TransportRequest?) { return nil }
  }
#endif
