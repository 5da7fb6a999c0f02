/// The failure to make the request's `ReturnType` from an accepted response.
public struct DecodingFailure: Sendable {
  /// The cause of the failure, with the decoder's error if it threw one.
  public enum Reason: Sendable {
    /// The decoder threw an error, in most cases a `DecodingError`.
    case decoder(any Error)
    /// The request's key path does not exist in the document.
    case keyPathNotFound(String)
    /// The request does not accept the response's `Content-Type`.
    case contentType(received: MediaType, accepted: [MediaType])
    /// The body is not text in this charset, or the charset is unknown.
    case text(charset: String)
    /// The decoder threw an error for this line of a stream, counted from 1.
    case line(Int, any Error)
    /// This line of a stream, counted from 1, is longer than ``RequestOptions/maximumLineLength`` allows.
    case lineTooLong(Int, limit: Int)
    /// The data of the event of which this line of a stream, counted from 1, is a part is longer than
    /// ``RequestOptions/maximumLineLength`` allows.
    case eventTooLong(line: Int, limit: Int)
    /// The body does not have the form that the `ReturnType` needs, such as events without a `Content-Type`; the
    /// text says what is wrong.
    case malformedBody(String)
  }

  /// The cause of the failure, with the decoder's error if it threw one.
  public let reason: Reason
  /// The name of the type that the body was decoded as.
  public let type: String
  /// The coding path to the place in the document where decoding stopped.
  public let codingPath: [String]
  /// The complete response; for a stream, its header section with the line at fault, or the start of
  /// that line, as its data.
  ///
  /// nil for a `DecodingError` that was thrown without a response, such as by a decorator of your own.
  public let response: NetworkResponse?
  /// The request that failed; nil if it is not known.
  public let request: TransportRequest?

  /// Creates a failure to decode `response` as `type`.
  public init(_ reason: Reason, type: Any.Type, response: NetworkResponse) {
    self.init(reason, named: Self.name(of: type), response: response, request: response.request)
  }

  /// Creates a failure from a decoding error that was thrown without a response.
  init(_ error: DecodingError, request: TransportRequest?) {
    let type = error.expectedType.map(Self.name)
    self.init(.decoder(error), named: type ?? "value", response: nil, request: request)
  }

  /// The full name of a type without the places in memory that Swift writes before the name of a private type, as in
  /// `App.(unknown context at $55f1b17a52b0).Todo`.
  private static func name(of type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".")
    return parts.filter { !$0.utf8.starts(with: "(unknown context at $".utf8) }.joined(separator: ".")
  }

  private init(_ reason: Reason, named type: String, response: NetworkResponse?, request: TransportRequest?) {
    (self.reason, self.type, self.response, self.request) = (reason, type, response, request)
    let path = (reason.underlyingError as? DecodingError)?.path ?? []
    codingPath = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  /// Returns this failure with the request that a layer received in place of the request that the layer sent.
  func reported(for request: TransportRequest, sentAs sent: TransportRequest) -> DecodingFailure {
    DecodingFailure(
      reason, named: type, response: response?.reported(for: request, sentAs: sent), request: request)
  }

  /// The error that the decoder threw; nil if the decoder was not the cause.
  public var underlyingError: (any Error)? { reason.underlyingError }
}

extension DecodingFailure.Reason {
  fileprivate var underlyingError: (any Error)? {
    switch self {
    case .decoder(let error), .line(_, let error): error
    default: nil
    }
  }

  /// The name of what the data of the response contains.
  fileprivate var subject: String {
    switch self {
    case .line, .lineTooLong, .eventTooLong: "line"
    default: "body"
    }
  }
}

extension DecodingFailure: Equatable, CustomStringConvertible, CustomReflectable {
  /// What `dump` shows: the cause only as text, because it can quote the body.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "type": type, "codingPath": codingPath, "reason": explanation, "response": response as Any,
        "request": request as Any,
      ])
  }

  /// True if the type, the place, the reason and the response are the same.
  public static func == (left: DecodingFailure, right: DecodingFailure) -> Bool {
    left.type == right.type && left.codingPath == right.codingPath && left.explanation == right.explanation
      && left.response == right.response && left.request?.id == right.request?.id
  }

  /// The type, the place, the reason, and the start of the body.
  public var description: String {
    let place = codingPath.isEmpty ? "" : " at “\(codingPath.joined(separator: "."))”"
    guard let response else { return "cannot decode \(type)\(place): \(explanation)" }
    return "cannot decode \(type) from the response\(place): \(explanation) — "
      + "the \(reason.subject) begins: \(response.bodyPreview)"
  }

  private var explanation: String {
    switch reason {
    case .decoder(let error): ErrorIdentity.message(of: error)
    case .line(let number, let error): "line \(number): \(ErrorIdentity.message(of: error))"
    case .lineTooLong(let number, let limit): "line \(number) is longer than \(limit) bytes"
    case .eventTooLong(let line, let limit):
      "the data of the event with line \(line) is longer than \(limit) bytes"
    case .keyPathNotFound(let keyPath): "the key path “\(keyPath)” is not in the document"
    case .contentType(let received, let accepted):
      "the Content-Type is \(received), and the request accepts \(accepted.map(\.description).joined(separator: ", ")); "
        + "add the type to the request's Accept field, or set the option checksContentType to false"
    case .text(let charset):
      Charset.encoding(named: charset) == nil
        ? "the charset “\(charset)” of the body is unknown"
        : "the body is not text in the charset “\(charset)”"
    case .malformedBody(let problem): problem
    }
  }
}
