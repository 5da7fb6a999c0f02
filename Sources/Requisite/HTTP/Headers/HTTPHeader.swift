/// One header field: a name and a value.
///
/// ```swift
/// let headers: HTTPHeaders = [
///   .accept(.json), .authorization(.bearer(token)), HTTPHeader("X-Trace", "on"),
/// ]
/// ```
public struct HTTPHeader: Hashable, Sendable {
  /// The name; compared without regard to case.
  public var name: HTTPHeaderName
  /// The value, as it goes on the wire.
  public var value: String

  /// Makes the field; it is checked when a request is built of it.
  public init(_ name: HTTPHeaderName, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension HTTPHeader {
  /// `Accept`: the media types that the caller can use, in one comma-separated list.
  public static func accept(_ types: MediaType...) -> HTTPHeader {
    HTTPHeader(.accept, types.map(\.description).joined(separator: ", "))
  }

  /// `Content-Type`: what the body is.
  public static func contentType(_ type: MediaType) -> HTTPHeader {
    HTTPHeader(.contentType, type.description)
  }

  /// `Authorization`: the credential. Sent as given; it prints redacted, see ``Authorization``.
  public static func authorization(_ authorization: Authorization) -> HTTPHeader {
    HTTPHeader(.authorization, authorization.headerValue)
  }

  /// `Content-Disposition`: how the body is meant to be used, and the name of its file (RFC 6266).
  ///
  /// A file name outside of ASCII is sent in the extended notation of RFC 8187 as well.
  public static func contentDisposition(_ disposition: ContentDisposition) -> HTTPHeader {
    HTTPHeader(.contentDisposition, disposition.description)
  }

  /// `User-Agent`: the program that is asking.
  public static func userAgent(_ product: String) -> HTTPHeader {
    HTTPHeader(.userAgent, product)
  }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One field a line; credentials are left out. (To reveal them, read the values.)
  public var description: String {
    map { "\($0.name): \($0.printableValue)" }.joined(separator: "\n")
  }

  /// One field a line; credentials are left out.
  public var debugDescription: String { description }

  /// The fields without their credentials, so that `dump` cannot tell either.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map { "\($0.name): \($0.printableValue)" }, displayStyle: .collection)
  }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `Name: value`; a credential is left out.
  public var description: String { "\(name): \(printableValue)" }
  /// `Name: value`; a credential is left out.
  public var debugDescription: String { description }
  /// The name and the printable value.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name.rawValue, "value": printableValue])
  }

  var printableValue: String { Redaction.standard.value(of: self) }
}
