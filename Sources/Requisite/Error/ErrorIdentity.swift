/// What two errors of unknown types are compared by: their type, and the domain and code they bridge to.
struct ErrorIdentity: Equatable {
  private let type: ObjectIdentifier
  private let text: String

  init?(_ error: (any Error)?) {
    guard let error else { return nil }
    type = ObjectIdentifier(Swift.type(of: error))
    text = Self.message(of: error)
  }

  /// The error in words for people: its own description where it has one. An error that is not the library's may quote what
  /// it met, so secrets are left out.
  static func message(of error: any Error) -> String {
    Redaction.standard.text(words(of: error))
  }

  private static func words(of error: any Error) -> String {
    if let error = error as? URLError { return error.words }
    if let error = error as? any LocalizedError, let text = error.errorDescription { return text }
    if let error = error as? EncodingError { return error.explanation }
    if let error = error as? DecodingError { return error.explanation }
    return String(describing: error)
  }
}
