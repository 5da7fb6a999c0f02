/// The exit codes of failures: the numbers of BSD's `sysexits.h`, as with ArgumentParser's 64.
enum FailureStatus: Int32, Sendable {
  /// The arguments do not form a valid request. (EX_USAGE)
  case usage = 64
  /// The server refused the request. (EX_DATAERR)
  case refused = 65
  /// The record does not exist. (EX_NOINPUT)
  case notFound = 66
  /// No response arrived, or not in time. (EX_UNAVAILABLE)
  case noResponse = 69
  /// The server failed. (EX_SOFTWARE)
  case serverFailed = 70
  /// A file cannot be written. (EX_CANTCREAT)
  case cannotWrite = 73
  /// The response cannot be decoded, or has an unexpected status. (EX_PROTOCOL)
  case badResponse = 76
  /// The server requires a login, or forbids the request. (EX_NOPERM)
  case notAllowed = 77
  /// Control-C was pressed: 128 plus the number of the signal, as in shells.
  case interrupted = 130
}
