/// A file of recorded exchanges that cannot be read or written.
public struct RecordingFailure: LocalizedError, CustomStringConvertible, Sendable {
  /// The file.
  public let file: URL
  let verb: String
  /// The cause.
  public let underlyingError: any Error

  /// The file and the cause.
  public var description: String { "the recording “\(file.path)” cannot be \(verb): \(underlyingError)" }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
