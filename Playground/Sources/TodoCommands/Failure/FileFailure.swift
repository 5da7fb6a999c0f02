import Requisite

extension TransportFailure {
  /// True where the file on this machine is at fault, not the server.
  var isAboutAFile: Bool {
    [.cannotCreateFile, .cannotWriteToFile, .cannotMoveFile].contains(code)
  }
}
