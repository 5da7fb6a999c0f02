import Requisite

/// The message for a call that failed, and the exit code.
struct Failure: Error, Hashable {
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
    case .decodingError, .unexpectedStatus, .bodyTooLarge: .badResponse
    case .cancelled: .interrupted
    case .urlSessionFailed(let failure) where failure.isAboutAFile: .cannotWrite
    case .unknownError(let failure) where failure.underlyingError is FileFailure: .cannotWrite
    case .urlSessionFailed, .deadlineExceeded, .refused, .unknownError: .noResponse
    }
  }

  private static func message(of error: NetworkRequestError) -> String {
    switch error {
    case .notFound(let response): missing(at: response.url)
    case .invalidRequest(let problem) where problem.part == .baseURL: "--server: \(problem.reason)"
    default: error.description
    }
  }

  /// `/todos/999` and `/todos/999/attachments` are read as “todo 999”.
  private static func missing(at url: URL) -> String {
    let segments = url.path.split(separator: "/")
    let number = segments.lastIndex { Int($0) != nil } ?? 0
    guard number > 0, let id = segments[number...].first, case let collection = segments[number - 1],
      collection.hasSuffix("s")
    else { return "there is nothing at \(Redaction.standard.text(url.absoluteString))" }
    return "there is no \(collection.dropLast()) \(id)"
  }
}
