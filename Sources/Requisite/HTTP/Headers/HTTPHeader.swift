/// A header field: a name and a value.
///
/// ```swift
/// let headers: HTTPHeaders = [
///   .accept(.json), .authorization(.bearer(token)),
///   HTTPHeader("X-Trace", "on"),
/// ]
/// ```
public struct HTTPHeader: Sendable {
  /// The name, which is compared case-insensitively.
  public var name: HTTPHeaderName
  /// The value as it is sent.
  public var value: String

  /// Creates a field; name and value are checked when a request is built.
  public init(_ name: HTTPHeaderName, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension HTTPHeader: Hashable {
  /// True if the names are equal, compared case-insensitively, and the values byte by byte: values that are equal only by
  /// their characters may name two users.
  public static func == (left: HTTPHeader, right: HTTPHeader) -> Bool {
    left.name == right.name && ExactText(left.value) == ExactText(right.value)
  }

  /// Hashes the name case-insensitively, and the bytes of the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(ExactText(value))
  }
}

extension HTTPHeader {
  /// `Accept`: the media types that the client accepts, in one comma-separated list.
  public static func accept(_ types: MediaType...) -> HTTPHeader {
    HTTPHeader(.accept, types.map(\.description).joined(separator: ", "))
  }

  /// `Content-Type`: the media type of the body.
  public static func contentType(_ type: MediaType) -> HTTPHeader {
    HTTPHeader(.contentType, type.description)
  }

  /// `Authorization`: the credential, sent as given and redacted when printed.
  public static func authorization(_ authorization: Authorization) -> HTTPHeader {
    HTTPHeader(.authorization, authorization.headerValue)
  }

  /// `Content-Disposition`: how the body is meant to be used, and its file name (RFC 6266).
  ///
  /// A file name outside of printable ASCII is also sent in the extended notation of RFC 8187.
  public static func contentDisposition(_ disposition: ContentDisposition) -> HTTPHeader {
    HTTPHeader(.contentDisposition, disposition.description)
  }

  /// `User-Agent`: the name and version of the program that sends the request, such as `todos/1.0`.
  public static func userAgent(_ product: String) -> HTTPHeader {
    HTTPHeader(.userAgent, product)
  }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// One field per line; values of fields outside of ``Redaction/harmlessFields`` are redacted. Read
  /// ``HTTPHeader/value`` to see one.
  public var description: String {
    map { "\($0.name): \($0.printableValue)" }.joined(separator: "\n")
  }

  /// One field per line, with secrets redacted.
  public var debugDescription: String { description }

  /// The fields with secrets redacted, so that `dump` does not reveal them either.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map { "\($0.name): \($0.printableValue)" }, displayStyle: .collection)
  }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `Name: value`, with secrets redacted.
  public var description: String { "\(name): \(printableValue)" }
  /// `Name: value`, with secrets redacted.
  public var debugDescription: String { description }
  /// The name, and the value with secrets redacted.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name.rawValue, "value": printableValue])
  }

  var printableValue: String { OneLine.text(Redaction.standard.value(of: self)) }
}
