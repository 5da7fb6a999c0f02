/// How the process ends where something failed: the numbers of BSD's `sysexits.h`, as ArgumentParser's 64 is.
enum FailureStatus: Int32, Sendable {
  /// The arguments make no request. (EX_USAGE)
  case usage = 64
  /// The server refused the request. (EX_DATAERR)
  case refused = 65
  /// The record does not exist. (EX_NOINPUT)
  case notFound = 66
  /// No response came, or not in time. (EX_UNAVAILABLE)
  case noResponse = 69
  /// The server failed. (EX_SOFTWARE)
  case serverFailed = 70
  /// A file cannot be written. (EX_CANTCREAT)
  case cannotWrite = 73
  /// The response cannot be decoded, or has an unexpected status. (EX_PROTOCOL)
  case badResponse = 76
  /// The server requires a login, or forbids the request. (EX_NOPERM)
  case notAllowed = 77
  /// Control-C was pressed: 128 and the number of the signal, as shells count.
  case interrupted = 130
}
