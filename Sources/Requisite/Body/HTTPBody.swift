/// The body of a request — no body, bytes, a file or a stream — and the media type announced for it.
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
    /// In memory, as one piece of data.
    case data(Data)
    /// In a file of that many bytes. It is looked at when the request is built, and read when it is sent.
    case file(URL, length: Int64)
    /// In a stream, read while it is sent.
    case stream(BodyStream)
  }

  /// Where the bytes are.
  public let content: Content
  /// The value of `Content-Type`; nil where none is announced, or the request's own headers have it.
  public let contentType: String?

  /// True if the library encoded the bytes, so that ``contentType`` is their type for certain.
  let isEncoded: Bool

  init(content: Content, contentType: String?, isEncoded: Bool = false) {
    self.content = content
    self.contentType = contentType
    self.isEncoded = isEncoded
  }
}

extension HTTPBody {
  /// No body: neither `Content-Type` nor `Content-Length` is sent.
  public static let none = HTTPBody(content: .none, contentType: nil)

  /// Bytes in memory, announced as `application/octet-stream` by default.
  public static func data(_ data: Data, contentType: String? = "application/octet-stream") -> HTTPBody {
    HTTPBody(content: .data(data), contentType: contentType)
  }

  /// Text in UTF-8, announced as `text/plain; charset=utf-8` by default.
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

  /// True if there is no body, which is different from an empty one.
  public var isNone: Bool {
    if case .none = content { true } else { false }
  }

  /// True if the body can be sent a second time, for a redirect or another attempt.
  public var isReplayable: Bool {
    if case .stream(let stream) = content { stream.isReplayable } else { true }
  }

  /// The body with another media type announced.
  public func announced(as contentType: String?) -> HTTPBody {
    HTTPBody(content: content, contentType: contentType)
  }
}

extension HTTPBody {
  /// Puts the body's `Content-Type` among the fields of the client.
  ///
  /// One that the client has for all of its requests stays only where it is another name for the same, as
  /// `application/vnd.api+json` for JSON: what a body is, only the request knows. Without a body none is announced;
  /// there are servers that then insist on a body.
  func announce(in fields: inout HTTPHeaders) {
    let present = fields.isEmpty ? nil : fields[.contentType]
    if isNone {
      if present != nil { fields.remove(.contentType) }
    } else if let contentType, present != contentType {
      if let present, Self.isSame(present, as: contentType) { return }
      fields.set(HTTPHeader(.contentType, contentType))
    }
  }

  /// Refuses fields of the request that announce something else than what the body was encoded as.
  ///
  /// Bytes that came as such are what the request says they are.
  func checkAnnouncement(in fields: HTTPHeaders) throws(NetworkRequestError) {
    guard isEncoded, !fields.isEmpty, let contentType, let announced = fields[.contentType],
      announced != contentType, !Self.isSame(announced, as: contentType)
    else { return }
    let problem =
      "the header “Content-Type: \(announced)” announces another type than the body is encoded as, "
      + "“\(contentType)”: declare it as the contentType"
    throw .invalidRequest(InvalidRequest(.header, problem))
  }

  private static func isSame(_ announced: String, as contentType: String) -> Bool {
    guard let announced = MediaType(announced), let encoded = MediaType(contentType) else { return false }
    guard encoded[parameter: "boundary"] == announced[parameter: "boundary"] else { return false }
    return encoded.matches(announced) || announced.matches(encoded)
  }
}

extension HTTPBody {
  /// The body with its file looked at: its length is known from here on.
  ///
  /// URLSession on Linux hangs on a directory and sends nothing for a missing file, and calls it success. So the
  /// file is opened here, before anything is sent.
  func checked() throws(NetworkRequestError) -> HTTPBody {
    guard case .file(let url, Self.unchecked) = content else { return self }
    return HTTPBody(content: .file(url, length: try Self.length(of: url)), contentType: contentType)
  }

  static func length(of url: URL) throws(NetworkRequestError) -> Int64 {
    try FileReader(url, length: nil).size()
  }
}

extension InvalidRequest: Error {}
