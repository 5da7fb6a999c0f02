/// Why an accepted reply could not become the request's `ReturnType`.
public struct DecodingFailure: Sendable {
  /// What stopped it.
  public enum Reason: Sendable {
    /// The decoder refused the body; the error is its own, mostly a `DecodingError`.
    case decoder(any Error)
    /// The key path of the request leads nowhere in the document.
    case keyPathNotFound(String)
    /// The reply's `Content-Type` is none that the request accepts.
    case contentType(received: MediaType, accepted: [MediaType])
    /// The body is not text in that encoding, or the encoding is not known.
    case text(charset: String)
    /// The body ended early or is compressed wrongly.
    case malformedBody(String)
  }

  /// What stopped it.
  public let reason: Reason
  /// The name of the type that was asked for.
  public let type: String
  /// The way through the document to where decoding stopped.
  public let codingPath: [String]
  /// The reply, whole.
  public private(set) var response: NetworkResponse

  /// Makes the description of a failure.
  public init(_ reason: Reason, type: Any.Type, response: NetworkResponse) {
    self.reason = reason
    self.type = String(reflecting: type)
    self.response = response
    if case .decoder(let error as DecodingError) = reason {
      codingPath = error.path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    } else {
      codingPath = []
    }
  }

  /// The same failure, of a reply that is told of differently.
  func telling(of response: NetworkResponse) -> DecodingFailure {
    var result = self
    result.response = response
    return result
  }

  /// The error that the decoder threw.
  public var underlyingError: (any Error)? {
    guard case .decoder(let error) = reason else { return nil }
    return error
  }
}

extension DecodingFailure: Equatable, CustomStringConvertible {
  /// Whether the same reply failed to become the same type for the same reason.
  public static func == (left: DecodingFailure, right: DecodingFailure) -> Bool {
    left.type == right.type && left.codingPath == right.codingPath && left.explanation == right.explanation
      && left.response == right.response
  }

  /// The type, the place, the reason, and the start of the body.
  public var description: String {
    let place = codingPath.isEmpty ? "" : " at “\(codingPath.joined(separator: "."))”"
    return "no \(type) in the reply\(place): \(explanation) — the body begins: \(response.bodyPreview)"
  }

  private var explanation: String {
    switch reason {
    case .decoder(let error): ErrorIdentity.message(of: error)
    case .keyPathNotFound(let keyPath): "the key path “\(keyPath)” is not in the document"
    case .contentType(let received, let accepted):
      "the Content-Type is \(received), accepted is \(accepted.map(\.description).joined(separator: ", "))"
    case .text(let charset): "the body is not text in the charset “\(charset)”"
    case .malformedBody(let problem): problem
    }
  }
}
