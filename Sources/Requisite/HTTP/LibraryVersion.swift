/// The version of the library: the one place that a release changes.
enum LibraryVersion {
  /// The version that requests and recordings name.
  static let text = "0.9.0"

  /// `ProgramName Requisite/VERSION` (RFC 9110 §10.1.5): the name of the program's file, without characters that a product
  /// must not have.
  static let userAgent: String = {
    let bytes = ProcessInfo.processInfo.processName.utf8.filter { Token.isValid(String(UnicodeScalar($0))) }
    let name = String(decoding: bytes, as: UTF8.self)
    return "\(name.isEmpty ? "" : "\(name) ")Requisite/\(text)"
  }()
}
