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
  /// The response, whole; of a stream the head, with the line at fault, or the start of it, as its data. nil for a
  /// `DecodingError` that was thrown outside of a response, as by a decorator of your own.
  public let response: NetworkResponse?
  /// The request that failed, where it is known.
  public let request: TransportRequest?

  /// Makes the description of a failure.
  public init(_ reason: Reason, type: Any.Type, response: NetworkResponse) {
    self.init(reason, named: String(reflecting: type), response: response, request: response.request)
  }

  /// Describes a decoding error that was thrown outside of a response.
  init(_ error: DecodingError, request: TransportRequest?) {
    let type = error.expectedType.map { String(reflecting: $0) }
    self.init(.decoder(error), named: type ?? "value", response: nil, request: request)
  }

  private init(_ reason: Reason, named type: String, response: NetworkResponse?, request: TransportRequest?) {
    (self.reason, self.type, self.response, self.request) = (reason, type, response, request)
    let path = (reason.underlyingError as? DecodingError)?.path ?? []
    codingPath = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  /// This failure with the request as a layer received it, in place of the one that the layer sent on.
  func telling(of request: TransportRequest, insteadOf sent: TransportRequest) -> DecodingFailure {
    DecodingFailure(
      reason, named: type, response: response?.answering(request, insteadOf: sent), request: request)
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
      && left.response == right.response && left.request?.id == right.request?.id
  }

  /// The type, the place, the reason, and the start of the body.
  public var description: String {
    let place = codingPath.isEmpty ? "" : " at “\(codingPath.joined(separator: "."))”"
    guard let response else { return "no \(type)\(place): \(explanation)" }
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
