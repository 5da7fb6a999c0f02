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
