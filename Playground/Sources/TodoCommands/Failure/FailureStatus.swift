/// How the process ends where something failed: the numbers of BSD's `sysexits.h`, as ArgumentParser's 64 is.
enum FailureStatus: Int32, Sendable {
  /// The arguments make no request. (EX_USAGE)
  case usage = 64
  /// The server refused what was sent. (EX_DATAERR)
  case refused = 65
  /// What was asked for is not there. (EX_NOINPUT)
  case notFound = 66
  /// No answer came, or not in time. (EX_UNAVAILABLE)
  case noAnswer = 69
  /// The server failed. (EX_SOFTWARE)
  case serverFailed = 70
  /// The answer is not what it should be. (EX_PROTOCOL)
  case badAnswer = 76
  /// The server wants to know who asks, or does not allow it. (EX_NOPERM)
  case notAllowed = 77
}
