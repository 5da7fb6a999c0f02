extension NetworkRequestError {
  /// A wrapper of an error that is not the library's, such as one from your own decorator or credential store.
  public struct UnknownFailure: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The error that was thrown.
    public let underlyingError: any Error
    /// The request that failed; nil if it is not known.
    public let request: TransportRequest?

    /// Wraps an error of any type.
    public init(_ underlyingError: any Error, request: TransportRequest? = nil) {
      self.underlyingError = underlyingError
      self.request = request
    }

    /// True if both wrap errors of the same type with the same description.
    public static func == (
      left: NetworkRequestError.UnknownFailure, right: NetworkRequestError.UnknownFailure
    ) -> Bool {
      ErrorIdentity(left.underlyingError) == ErrorIdentity(right.underlyingError)
    }

    /// The request, if it is known, and the description of the error, without secrets.
    public var description: String {
      "\(request.prefixInErrors)\(ErrorIdentity.message(of: underlyingError))"
    }

    /// The type and the description of the error.
    ///
    /// Its properties are left out, because they may contain secrets.
    public var customMirror: Mirror {
      Mirror(
        self,
        children: ["type": type(of: underlyingError), "message": description, "request": request as Any])
    }
  }
}

/// The identity by which errors of unknown types are compared: their type and their description.
struct ErrorIdentity: Equatable {
  private let type: ObjectIdentifier
  private let text: String

  init?(_ error: (any Error)?) {
    guard let error else { return nil }
    type = ObjectIdentifier(Swift.type(of: error))
    text = Self.message(of: error)
  }

  /// Returns a description of the error for readers: its own if it has one. Secrets are removed, because an error that
  /// is not the library's may quote any value.
  ///
  /// - Parameter redaction: The rule that says which values of a document are secrets.
  static func message(of error: any Error, by redaction: Redaction = .standard) -> String {
    OneLine.printable(text(of: error, redaction))
  }

  private static func text(of error: any Error, _ redaction: Redaction) -> String {
    if let failure = TransportFailure(thrown: error) { return failure.message }
    if let error = error as? any LocalizedError, let text = error.errorDescription { return text }
    if let error = error as? EncodingError { return error.explanation }
    if let error = error as? DecodingError { return error.explanation(by: redaction) }
    return String(describing: error)
  }
}

extension DecodingError {
  /// The coding path to the value at which decoding stopped; empty at the top of the document.
  var path: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context): context.codingPath
    case .dataCorrupted(let context):
      (context.underlyingError as? UnrepresentableNumber)?.path ?? context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }

  /// The type that was expected; nil if the error names none.
  var expectedType: Any.Type? {
    switch self {
    case .typeMismatch(let type, _), .valueNotFound(let type, _): type
    default: nil
    }
  }

  /// A description of what was expected and found. The text of an error may quote the value, so of one with a secret's name
  /// on its path only what was expected is said.
  func explanation(by redaction: Redaction) -> String {
    path.contains { redaction.hidesValue(of: $0.stringValue) } ? explanationOfSecret : explanation
  }

  /// A description of what was expected and found, which may quote the value.
  var explanation: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.debugDescription.withoutFullStop
    case .keyNotFound(let key, _): "the key “\(key.stringValue)” is missing"
    case .dataCorrupted(let context):
      (context.underlyingError as? UnrepresentableNumber)?.message ?? context.debugDescription.withoutFullStop
        + (context.underlyingError.map { " (\(SystemText.of($0)))" } ?? "")
    @unknown default: String(describing: self)
    }
  }
}

extension DecodingError {
  private var explanationOfSecret: String {
    switch self {
    case .keyNotFound(let key, _): "the key “\(key.stringValue)” is missing"
    case .typeMismatch(let type, _), .valueNotFound(let type, _):
      "Expected \(DecodingFailure.name(of: type)) but found another value, which may be a secret"
    default: "the value is not valid; it may be a secret"
    }
  }
}

extension String {
  /// The sentence without its full stop, because more words may follow.
  fileprivate var withoutFullStop: String { utf8.last == UInt8(ascii: ".") ? String(dropLast()) : self }
}

extension EncodingError {
  /// A description of what could not be encoded, and where.
  var explanation: String {
    guard case .invalidValue(let value, let context) = self else { return String(describing: self) }
    let location = context.codingPath.isEmpty ? "" : " at “\(context.codingPath.dotted)”"
    let type = DecodingFailure.name(of: Swift.type(of: value))
    return "the \(type)\(location) cannot be encoded: \(context.debugDescription.withoutFullStop)"
  }
}

extension [any CodingKey] {
  /// The keys joined by dots, as in `todos.0.title`.
  var dotted: String {
    map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
