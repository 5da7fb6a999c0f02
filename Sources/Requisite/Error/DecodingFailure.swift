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
    /// The decoder threw an error for a message of a WebSocket.
    case message(any Error)
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
  /// The name of the type that the body was decoded as, as in `[Todo]`.
  public let type: String
  /// The coding path to the value at which decoding stopped.
  public let codingPath: [String]
  /// The complete response; for a stream, its header section with the line at fault, or the start of
  /// that line, as its data; for a WebSocket, the header section of its handshake with the message as its data. For a stream or a
  /// file of another type than asked for, the data is the start of the body: up to 1 MiB, which arrives within five seconds.
  ///
  /// nil for a `DecodingError` that was thrown without a response, such as by a decorator of your own.
  public internal(set) var response: NetworkResponse?
  /// The request that failed; nil if it is not known.
  public internal(set) var request: TransportRequest?

  /// Creates a failure to decode `response` as `type`.
  public init(_ reason: Reason, type: Any.Type, response: NetworkResponse) {
    self.init(reason, named: Self.name(of: type), response: response, request: response.request)
  }

  /// Creates a failure from a decoding error that was thrown without a response.
  init(_ error: DecodingError, request: TransportRequest?) {
    let type = error.expectedType.map(Self.name)
    self.init(.decoder(error), named: type ?? "value", response: nil, request: request)
  }

  /// The name of a type as it is written in code, without its module.
  static func name(of type: Any.Type) -> String {
    if type == Void.self { return "Void" }
    return (type as? any BracketedType.Type)?.nameInCode ?? String(describing: type)
  }

  private init(_ reason: Reason, named type: String, response: NetworkResponse?, request: TransportRequest?) {
    self.reason = reason
    self.type = type
    self.response = response
    self.request = request
    let path = (reason.underlyingError as? DecodingError)?.path ?? []
    codingPath = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  /// The error that the decoder threw; nil if the decoder was not the cause.
  public var underlyingError: (any Error)? { reason.underlyingError }
}

extension DecodingFailure.Reason {
  fileprivate var underlyingError: (any Error)? {
    switch self {
    case .decoder(let error), .line(_, let error), .message(let error): error
    default: nil
    }
  }

  /// The name of what the data of the response contains.
  fileprivate var subject: String {
    switch self {
    case .line, .lineTooLong, .eventTooLong: "line"
    case .message: "message"
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

  /// True if the type, the location, the reason and the response are the same.
  public static func == (left: DecodingFailure, right: DecodingFailure) -> Bool {
    left.type == right.type && left.codingPath == right.codingPath && left.explanation == right.explanation
      && left.response == right.response && left.request?.id == right.request?.id
  }

  /// The type, the location, the reason, and the part of the body that contains the value at fault, or the start of the body.
  public var description: String {
    let location = codingPath.isEmpty ? "" : " at “\(codingPath.joined(separator: "."))”"
    return "cannot decode \(type)\(location): \(explanation)\(coding)\(excerpt)"
  }

  /// The reason why the body is still encoded, after a semicolon; empty if it is not.
  private var coding: String {
    guard let response, response.headers.isCoded, response.request.keepsCoding else { return "" }
    return
      "; the body still has its Content-Encoding, because the request has an Accept-Encoding of its own: remove that field"
  }

  /// The data at fault, after a dash; empty if no data is in memory.
  private var excerpt: String {
    guard let response, !response.data.isEmpty else { return "" }
    if let container = response.container(of: codingPath) { return " — in \(container)" }
    return " — the \(reason.subject) begins: \(response.bodyPreview)"
  }

  private var redaction: Redaction { (response?.request ?? request)?.options.redaction ?? .standard }

  private var explanation: String {
    switch reason {
    case .decoder where response?.isEmpty == true:
      "the response has no body: declare the return type Optional, or NoContent if there is never a body"
    case .message where response?.isEmpty == true: "the message is empty"
    case .decoder(let error), .message(let error): ErrorIdentity.message(of: error, by: redaction)
    case .line(let number, let error): "line \(number): \(ErrorIdentity.message(of: error, by: redaction))"
    case .lineTooLong(let number, let limit): "line \(number) is longer than \(limit) bytes"
    case .eventTooLong(let line, let limit):
      "the data of the event with line \(line) is longer than \(limit) bytes"
    case .keyPathNotFound(let keyPath): "the key path “\(keyPath)” is not in the document"
    case .contentType(let received, let accepted):
      "the Content-Type is \(received), and the request accepts \(accepted.map(\.description).joined(separator: ", ")); "
        + "add the type to the option acceptedTypes or to the request's Accept field, or set the option checksContentType to false"
    case .text(let charset):
      Charset(named: charset) == nil
        ? "the charset “\(charset)” of the body is unknown; name the one that the server uses by the option charset"
        : "the body is not text in the charset “\(charset)”"
    case .malformedBody(let problem): problem
    }
  }
}

extension NetworkResponse {
  /// The innermost array or object on a coding path of a JSON body, without the last key of the path, on one line: the first
  /// 200 bytes, without secrets. Returns nil if that is the whole body or cannot be found.
  fileprivate func container(of path: [String]) -> String? {
    var element: JSONElement?
    do {
      let top = try JSONElement(data)
      for key in path.dropLast() {
        // A hidden value is shown with its name, which hides it.
        guard !request.options.redaction.hidesValue(of: key),
          let next = try (element ?? top).container(at: key)
        else { break }
        element = next
      }
    } catch { return nil }
    return element.map { OneLine.text(request.options.redaction.body($0.text, as: .json, limit: 200)) }
  }
}

/// A type whose name is written with brackets or a question mark in code.
private protocol BracketedType {
  static var nameInCode: String { get }
}

extension Array: BracketedType {
  fileprivate static var nameInCode: String { "[\(DecodingFailure.name(of: Element.self))]" }
}

extension Dictionary: BracketedType {
  fileprivate static var nameInCode: String {
    "[\(DecodingFailure.name(of: Key.self)): \(DecodingFailure.name(of: Value.self))]"
  }
}

extension Optional: BracketedType {
  fileprivate static var nameInCode: String { "\(DecodingFailure.name(of: Wrapped.self))?" }
}
