import Requisite

/// What to tell the reader of a call that failed, and how to end.
struct Failure: Hashable {
  var message: String
  var status: FailureStatus

  init(_ message: String, _ status: FailureStatus) {
    self.message = message
    self.status = status
  }

  init(_ error: NetworkRequestError) {
    self.init(Self.message(of: error), Self.status(of: error))
  }

  private static func status(of error: NetworkRequestError) -> FailureStatus {
    switch error {
    case .invalidRequest: .usage
    case .badRequest, .error4xx: .refused
    case .unauthorized, .forbidden, .authenticationFailed: .notAllowed
    case .notFound: .notFound
    case .serverError, .error5xx: .serverFailed
    case .decodingError, .unexpectedStatus, .bodyTooLarge: .badAnswer
    case .urlSessionFailed, .deadlineExceeded, .cancelled, .refused, .unknownError: .noAnswer
    }
  }

  private static func message(of error: NetworkRequestError) -> String {
    switch error {
    case .notFound(let response): missing(at: response.url)
    default: error.description
    }
  }

  /// `/todos/999` is read as “todo 999”.
  private static func missing(at url: URL) -> String {
    let segments = url.path.split(separator: "/").suffix(2)
    guard let collection = segments.first, collection.hasSuffix("s"), let id = segments.last, Int(id) != nil
    else { return "there is nothing at \(url.absoluteString)" }
    return "there is no \(collection.dropLast()) \(id)"
  }
}
