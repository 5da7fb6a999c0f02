extension URLError {
  /// The error in a few words, without the URL that its user info holds.
  var words: String {
    (userInfo[NSLocalizedDescriptionKey] as? String).map(Redaction.standard.text) ?? code.words
  }
}

extension URLError.Code {
  /// The code in a few words: on Linux, Foundation has none of its own.
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
