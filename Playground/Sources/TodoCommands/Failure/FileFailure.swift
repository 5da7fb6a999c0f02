import Requisite

extension TransportFailure {
  /// True if the cause is a file on this machine, not the server.
  var isAboutAFile: Bool {
    [.cannotCreateFile, .cannotWriteToFile, .cannotMoveFile].contains(code)
  }
}
