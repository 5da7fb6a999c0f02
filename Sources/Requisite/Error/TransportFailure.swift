/// Why no response came.
public struct TransportFailure: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The failure in Foundation's terms, whatever the transport; a transport's own words are its
  /// `localizedDescription`, and a cause of its own stands in the user info under `NSUnderlyingErrorKey`.
  public let urlError: URLError
  /// The request that was being sent.
  public let request: TransportRequest?

  /// Makes the description of a failure.
  public init(_ urlError: URLError, request: TransportRequest? = nil) {
    self.urlError = urlError
    self.request = request
  }

  /// Foundation's code, as `.cannotFindHost`.
  public var code: URLError.Code { urlError.code }

  /// Whether the code and the request are the same.
  public static func == (left: TransportFailure, right: TransportFailure) -> Bool {
    left.code == right.code && left.request?.id == right.request?.id
  }

  /// The request and what became of it.
  public var description: String {
    request.map { "\($0): \(urlError.words)" } ?? urlError.words
  }

  /// Code, words and request: the user info of a `URLError` holds the URL with all that is in it.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["code": code.rawValue, "words": description, "request": request as Any])
  }
}

extension URLError {
  /// The error in a few words, without the URL that its user info holds.
  var words: String {
    (userInfo[NSLocalizedDescriptionKey] as? String).map(Redaction.standard.text) ?? code.words
  }
}

extension URLError.Code {
  /// The code in a few words, because Foundation on Linux has no texts for codes.
  var words: String {
    switch self {
    case .timedOut: "the connection was idle for longer than the timeout"
    case .cannotFindHost: "the host's name could not be resolved"
    case .cannotConnectToHost: "the connection was refused or could not be made"
    case .networkConnectionLost: "the connection was lost"
    case .dnsLookupFailed: "the name look-up failed"
    case .notConnectedToInternet: "there is no connection to the Internet"
    case .badServerResponse: "the server's response is not HTTP"
    case .secureConnectionFailed: "the TLS connection could not be made"
    case .serverCertificateUntrusted: "the server's certificate is not trusted"
    case .serverCertificateHasBadDate: "the server's certificate is out of date"
    case .cannotDecodeContentData: "the body is compressed wrongly"
    case .httpTooManyRedirects: "there were too many redirects"
    case .unsupportedURL: "the URL cannot be loaded"
    case .cancelled: "the transfer was cancelled"
    default: "the transfer failed (URLError \(rawValue))"
    }
  }
}
