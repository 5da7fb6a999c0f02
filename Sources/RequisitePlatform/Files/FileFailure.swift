/// The system's error for a file, which names the file.
///
/// It is the cause of a ``NetworkRequestError`` if a file could not be read or written, such as ``TransportFailure/underlyingError``,
/// and the error of ``FileTokenStore``. A `POSIXError` cannot carry a path on Linux.
public struct FileFailure: LocalizedError, CustomStringConvertible, Hashable, Sendable {
  /// The system's code, such as `ENOSPC` for a full disk.
  public let code: POSIXErrorCode
  /// The path of the file or folder.
  public let path: String
  private let message: String?

  /// Creates an error, for example in your own transport that writes files.
  ///
  /// - Parameter message: What was wrong, with the path. By default, the path and the system's text for the code, as in
  ///   “a.zip” cannot be used: No space left on device.
  public init(_ code: POSIXErrorCode, path: String, message: String? = nil) {
    (self.code, self.path, self.message) = (code, path, message)
  }

  /// What was wrong, with the path.
  ///
  /// No colon follows the path, because redaction would take a file named `token` for the name of a secret.
  public var description: String { message ?? "“\(path)” cannot be used: \(systemText)" }
  /// The ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }

  /// The error that a system call has left in `errno`.
  package init(errno: Int32, path: String) { self.init(POSIXErrorCode(rawValue: errno) ?? .EIO, path: path) }

  /// A copy that names another file, for which this one was created. A message stays.
  package func naming(_ path: String) -> FileFailure { FileFailure(code, path: path, message: message) }

  /// What was wrong, for a message that names the file itself.
  package var reason: String { message ?? systemText }

  private var systemText: String { code.systemText }
}

extension POSIXErrorCode {
  /// The system's text for the code.
  package var systemText: String {
    var text = [CChar](repeating: 0, count: 256)
    strerror_r(rawValue, &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The system's text for what a system call has left in `errno`.
  package static func text(_ errno: Int32) -> String { (POSIXErrorCode(rawValue: errno) ?? .EIO).systemText }
}
