/// What is sent behind the header fields: nothing, bytes, a file or a stream, and the media type announced for it.
///
/// ```swift
/// struct UploadPhoto: Request {
///   typealias ReturnType = Photo
///   let path = "/photos"
///   let method = HTTPMethod.post
///   let body: HTTPBody            // .file(url, contentType: "image/jpeg")
/// }
/// ```
public struct HTTPBody: Sendable {
  /// Where the bytes are.
  public enum Content: Sendable {
    /// Nowhere: there is no body, which is not the same as an empty one.
    case none
    /// In memory.
    case data(Data)
    /// In a file of that many bytes. It is looked at when the request is built, and read when it is sent.
    case file(URL, length: Int64)
    /// In a stream.
    case stream(BodyStream)
  }

  /// Where the bytes are.
  public let content: Content
  /// The value of `Content-Type`; nil where none is announced, or the request's own headers have it.
  public let contentType: String?

  /// Whether the library made the bytes, so that ``contentType`` is what they are and nothing else.
  let isEncoded: Bool

  init(content: Content, contentType: String?, isEncoded: Bool = false) {
    self.content = content
    self.contentType = contentType
    self.isEncoded = isEncoded
  }
}

extension HTTPBody {
  /// No body.
  public static let none = HTTPBody(content: .none, contentType: nil)

  /// Bytes in memory.
  public static func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPBody {
    HTTPBody(content: .data(data), contentType: contentType)
  }

  /// Text in UTF-8.
  public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> HTTPBody {
    HTTPBody(content: .data(Data(text.utf8)), contentType: contentType)
  }

  /// A file, read while it is sent. That it exists, is a file and can be read is checked when the request is built:
  /// ``NetworkRequestError/invalidRequest(_:)`` where not.
  public static func file(_ url: URL, contentType: String = "application/octet-stream") -> HTTPBody {
    HTTPBody(content: .file(url, length: unchecked), contentType: contentType)
  }

  /// A stream of chunks, of a length known (then it is announced) or not (then it is sent in chunks).
  public static func stream(_ stream: BodyStream, contentType: String? = "application/octet-stream")
    -> HTTPBody
  {
    HTTPBody(content: .stream(stream), contentType: contentType)
  }

  static let unchecked: Int64 = -1

  /// The number of bytes, where it is known.
  public var length: Int64? {
    switch content {
    case .none: 0
    case .data(let data): Int64(data.count)
    case .file(_, let length): length == Self.unchecked ? nil : length
    case .stream(let stream): stream.length
    }
  }

  /// Whether there is none.
  public var isNone: Bool {
    if case .none = content { true } else { false }
  }

  /// Whether it can be sent a second time, for a redirect or another attempt.
  public var isReplayable: Bool {
    if case .stream(let stream) = content { stream.isReplayable } else { true }
  }

  /// The body with another media type announced.
  public func announced(as contentType: String?) -> HTTPBody {
    HTTPBody(content: content, contentType: contentType)
  }
}
