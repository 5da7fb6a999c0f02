/// Why an accepted response could not become the request's `ReturnType`.
public struct DecodingFailure: Sendable {
  /// Why decoding stopped, with the decoder's error if it threw one.
  public enum Reason: Sendable {
    /// The decoder refused the body; the error is its own, mostly a `DecodingError`.
    case decoder(any Error)
    /// The key path of the request leads nowhere in the document.
    case keyPathNotFound(String)
    /// The request does not accept the response's `Content-Type`.
    case contentType(received: MediaType, accepted: [MediaType])
    /// The body is not text in that encoding, or the encoding is not known.
    case text(charset: String)
    /// The decoder refused that line of a stream, counted from 1; the error is its own.
    case line(Int, any Error)
    /// That line of a stream, counted from 1, is longer than ``RequestOptions/maximumLineLength`` allows.
    case lineTooLong(Int, limit: Int)
    /// The body ended early or is compressed wrongly.
    case malformedBody(String)
  }

  /// Why decoding stopped, with the decoder's error if it threw one.
  public let reason: Reason
  /// The name of the type that was asked for.
  public let type: String
  /// The way through the document to where decoding stopped.
  public let codingPath: [String]
  /// The response, whole; of a stream the head, with the line at fault, or the start of it, as its data.
  public private(set) var response: NetworkResponse

  /// Makes the description of a failure.
  public init(_ reason: Reason, type: Any.Type, response: NetworkResponse) {
    self.reason = reason
    self.type = String(reflecting: type)
    self.response = response
    if let error = reason.underlyingError as? DecodingError {
      codingPath = error.path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    } else {
      codingPath = []
    }
  }

  /// This failure with another response in it.
  func telling(of response: NetworkResponse) -> DecodingFailure {
    var result = self
    result.response = response
    return result
  }

  /// The error that the decoder threw.
  public var underlyingError: (any Error)? { reason.underlyingError }
}

extension DecodingFailure.Reason {
  fileprivate var underlyingError: (any Error)? {
    switch self {
    case .decoder(let error), .line(_, let error): error
    default: nil
    }
  }

  /// What the data of the response are, whose start is shown.
  fileprivate var subject: String {
    switch self {
    case .line, .lineTooLong: "line"
    default: "body"
    }
  }
}

extension DecodingFailure: Equatable, CustomStringConvertible {
  /// Whether the same response failed to become the same type for the same reason.
  public static func == (left: DecodingFailure, right: DecodingFailure) -> Bool {
    left.type == right.type && left.codingPath == right.codingPath && left.explanation == right.explanation
      && left.response == right.response
  }

  /// The type, the place, the reason, and the start of the body.
  public var description: String {
    let place = codingPath.isEmpty ? "" : " at “\(codingPath.joined(separator: "."))”"
    return
      "no \(type) in the response\(place): \(explanation) — the \(reason.subject) begins: \(response.bodyPreview)"
  }

  private var explanation: String {
    switch reason {
    case .decoder(let error): ErrorIdentity.message(of: error)
    case .line(let number, let error): "line \(number): \(ErrorIdentity.message(of: error))"
    case .lineTooLong(let number, let limit): "line \(number) is longer than \(limit) bytes"
    case .keyPathNotFound(let keyPath): "the key path “\(keyPath)” is not in the document"
    case .contentType(let received, let accepted):
      "the Content-Type is \(received), and the request accepts \(accepted.map(\.description).joined(separator: ", ")); "
        + "add the type to the request's Accept field, or set the option checksContentType to false"
    case .text(let charset): "the body is not text in the charset “\(charset)”"
    case .malformedBody(let problem): problem
    }
  }
}
