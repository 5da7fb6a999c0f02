extension NetworkRequestError {
  /// A sentence for the users of an app: what happened and what they can do, without URLs, statuses and names of types.
  ///
  /// ```swift
  /// do {
  ///   show(try await client.dispatch(FindTodos()))
  /// } catch {
  ///   if !error.isCancellation { show(error.userMessage) }  // for the user
  ///   print(error)  // for you
  /// }
  /// ```
  /// In English. For other languages, or other words, switch over ``kind-swift.property``, ``isTimeout`` and
  /// ``needsLogin`` in the same way.
  public var userMessage: String {
    if isTimeout { return "The server did not answer in time. Try again later." }
    if needsLogin { return "You have to log in." }
    if status == 429 { return "There are too many requests. Try again in a moment." }
    return switch self {
    case .cancelled: "The request was cancelled."
    case .urlSessionFailed(let failure): failure.userMessage
    case .refused: "There are too many requests. Try again in a moment."
    case .authenticationFailed: "You could not be logged in. Try again later."
    case .forbidden: "You are not allowed to do this."
    case .notFound: "This does not exist, or no longer exists."
    case .serverError, .error5xx: "The server has a problem. Try again later."
    case .decodingError, .unexpectedStatus, .bodyTooLarge: "The server sent something unexpected."
    case .badRequest, .unauthorized, .error4xx, .invalidRequest, .unknownError, .deadlineExceeded:
      "This did not work."
    }
  }
}

extension TransportFailure {
  fileprivate var userMessage: String {
    switch code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff:
      "There is no connection to the internet."
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      "There is no secure connection to the server."
    case .cannotCreateFile, .cannotOpenFile, .cannotWriteToFile, .cannotRemoveFile, .cannotMoveFile:
      "The file could not be saved. Check how much space is free."
    case .cannotDecodeRawData, .cannotDecodeContentData, .cannotParseResponse, .badServerResponse:
      "The server sent something unexpected."
    default: "The server cannot be reached. Check the connection and try again."
    }
  }
}
