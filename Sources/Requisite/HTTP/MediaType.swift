/// A media type such as `text/html; charset=utf-8`, or a range of media types in an `Accept` field (RFC 9110 §8.3.1).
///
/// Types, subtypes and parameter names are compared case-insensitively, parameter values case-sensitively.
public struct MediaType: Hashable, Sendable {
  /// The top-level type in lower case, such as `text`; `*` in a range.
  public let type: String
  /// The subtype in lower case, such as `html`; `*` in a range.
  public let subtype: String
  /// The parameters in the order they were given, their names in lower case.
  public let parameters: [Parameter]

  /// A parameter of a media type, such as `charset=utf-8`.
  public struct Parameter: Hashable, Sendable {
    /// The name, in lower case.
    public let name: String
    /// The value, without quotes or escapes; its case is kept.
    public let value: String
  }

  /// Creates a media type from its parts, which are not checked; type, subtype and parameter names become lower case.
  public init(_ type: String, _ subtype: String, parameters: KeyValuePairs<String, String> = [:]) {
    self.init(
      type: type, subtype: subtype,
      parameters: parameters.map { Parameter(name: ASCII.lowercased($0.key), value: $0.value) })
  }

  init(type: String, subtype: String, parameters: [Parameter]) {
    self.type = ASCII.lowercased(type)
    self.subtype = ASCII.lowercased(subtype)
    self.parameters = parameters
  }

  /// The value of the first parameter with this name, compared case-insensitively; nil without such a parameter.
  public subscript(parameter name: String) -> String? {
    parameters.first { ASCII.equalIgnoringCase($0.name, name) }?.value
  }
}

extension MediaType {
  /// `application/json`, for one JSON document (RFC 8259).
  public static let json = MediaType("application", "json")
  /// `application/problem+json`, for the details of an error (RFC 9457).
  public static let problemJSON = MediaType("application", "problem+json")
  /// `application/x-www-form-urlencoded`, the default of HTML forms.
  public static let formURLEncoded = MediaType("application", "x-www-form-urlencoded")
  /// `application/octet-stream`, for bytes of unknown type (RFC 2046 §4.5.1).
  public static let octetStream = MediaType("application", "octet-stream")
  /// `application/x-plist`, for Apple's property lists.
  public static let propertyList = MediaType("application", "x-plist")
  /// `text/plain; charset=utf-8`, for plain text.
  public static let plainText = MediaType("text", "plain", parameters: ["charset": "utf-8"])
  /// `text/html; charset=utf-8`, for a page of HTML.
  public static let html = MediaType("text", "html", parameters: ["charset": "utf-8"])
  /// `application/jsonl`, for one JSON value per line.
  public static let jsonLines = MediaType("application", "jsonl")
  /// `text/event-stream`, for server-sent events (WHATWG HTML standard, §9.2).
  public static let eventStream = MediaType("text", "event-stream")
  /// `*/*`, the range of all media types, for `Accept`.
  public static let any = MediaType("*", "*")
}

extension MediaType {
  /// True if this type or range accepts a document of type `other`; parameters are not compared.
  ///
  /// `*/*` accepts every type, and `text/*` every subtype of `text`. A type with a structured syntax suffix (RFC 6839) and
  /// the type that the suffix names accept each other, because servers use one for the other:
  /// `application/vnd.github+json` and `application/json`, `image/svg+xml` and `text/xml`. Two different types with the
  /// same suffix do not.
  public func matches(_ other: MediaType) -> Bool {
    if type == "*" { return true }
    if type == other.type, subtype == "*" || subtype == other.subtype { return true }
    guard let syntax, syntax == other.syntax else { return false }
    return isBase(of: syntax) || other.isBase(of: syntax)
  }

  /// True for `application/json`, `text/json`, every type with the suffix `+json`, and unregistered types whose last word
  /// before a version is `json`, such as `application/x-amz-json-1.0`.
  public var isJSON: Bool { syntax == "json" }

  /// The syntax of documents of this type: `json` for `application/json`, `text/json` and `application/hal+json`. nil if
  /// the type does not name one.
  private var syntax: Substring? {
    if let plus = subtype.utf8.lastIndex(of: UInt8(ascii: "+")) {
      return subtype[subtype.utf8.index(after: plus)...]
    }
    // A type with `x-` is not registered (RFC 6838 §3.4), and so has no suffix.
    if subtype.utf8.starts(with: "x-".utf8),
      subtype.split(separator: "-").last(where: { $0.utf8.contains(where: ASCII.isLetter) }) == "json"
    {
      return "json"
    }
    let isSyntax = type == "application" || type == "text" && ["json", "xml", "yaml"].contains(subtype)
    return isSyntax ? subtype[...] : nil
  }

  private func isBase(of syntax: Substring) -> Bool {
    subtype.utf8.elementsEqual(syntax.utf8) && (type == "application" || type == "text")
  }

  /// True if type and subtype are equal; parameters are ignored.
  func parametersAside(_ other: MediaType) -> Bool {
    type == other.type && subtype == other.subtype
  }
}

extension MediaType: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// The media type as it is sent, as in `text/html; charset=utf-8`.
  ///
  /// A parameter value is quoted unless it is a token.
  public var description: String {
    var text = "\(type)/\(subtype)"
    for parameter in parameters {
      text += "; \(parameter.name)=\(HTTPQuoting.quotedIfNeeded(parameter.value))"
    }
    return text
  }

  /// Parses a media type; returns nil if the type, the subtype or a parameter is malformed.
  public init?(_ text: String) {
    self.init(text[...])
  }

  private init?(_ text: Substring) { self.init(parsing: text, skipsMalformed: false) { Parameter($0) } }

  /// Parses the `Content-Type` of a response as the WHATWG MIME Sniffing standard says, §4.4: a malformed parameter is
  /// skipped, and a value that is not a token is taken without quotes. Of several types, the last valid one applies (RFC 9110
  /// §8.3).
  package static func received(_ value: String) -> MediaType? {
    for text in HTTPQuoting.list(value).reversed() {
      if let type = MediaType(parsing: text, skipsMalformed: true, { Parameter(received: $0) }) {
        return type
      }
    }
    return nil
  }

  private init?(
    parsing text: Substring, skipsMalformed: Bool, _ parse: (Substring) -> Parameter?
  ) {
    let item = HTTPQuoting.item(text)
    guard let slash = item.value.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let (type, subtype) = (item.value[..<slash], item.value[item.value.utf8.index(after: slash)...])
    guard Token.isValid(type), Token.isValid(subtype) else { return nil }
    var parameters: [Parameter] = []
    for part in item.parameters {
      if let parameter = parse(part) {
        parameters.append(parameter)
      } else if !skipsMalformed {
        return nil
      }
    }
    self.init(type: String(type), subtype: String(subtype), parameters: parameters)
  }

  /// Parses a media type from a literal; a malformed literal becomes `application/octet-stream`.
  public init(stringLiteral text: String) {
    self = MediaType(text) ?? .octetStream
  }

  /// True if `value` is the media type `accepted`, with or without parameters. Decides the common case without parsing
  /// either text.
  static func isType(_ accepted: String, of value: UnsafeBufferPointer<UInt8>) -> Bool {
    accepted.withBytes { accepted in
      let start = UnsafeBufferPointer(rebasing: value.prefix(accepted.count))
      guard ASCII.equalIgnoringCase(start, accepted) else { return false }
      guard value.count > accepted.count else { return true }
      return value[accepted.count] == UInt8(ascii: ";") || ASCII.isWhitespace(value[accepted.count])
    }
  }

  /// Parses the value of an `Accept` field: its media types in order, without the malformed ones.
  static func list(_ value: String) -> [MediaType] {
    HTTPQuoting.list(value).compactMap { MediaType($0) }
  }
}

extension MediaType.Parameter {
  init?(_ text: Substring) {
    guard let (name, value) = HTTPQuoting.parameter(text) else { return nil }
    self.init(name: ASCII.lowercased(name), value: value)
  }

  /// Parses a parameter whose value may be any text. Returns nil without a name or a value.
  init?(received text: Substring) {
    guard let (name, value) = HTTPQuoting.nameAndText(text), !value.isEmpty else { return nil }
    self.init(name: ASCII.lowercased(String(name)), value: HTTPQuoting.unquotedStart(value))
  }
}

extension MediaType {
  /// Returns the media type for the extension of a file name such as `photo.png`; nil for an extension that is not in the
  /// built-in list of common ones.
  ///
  /// Only the name is read, never the file, so the result is a guess. The extension is compared case-insensitively. Types
  /// come from the IANA media type registry; a few that it does not list, such as `audio/wav`, are the ones in common use.
  public static func ofFile(named name: String) -> MediaType? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = ASCII.lowercased(String(name[name.utf8.index(after: dot)...]))
    return byFileExtension[suffix].flatMap { MediaType($0) }
  }

  private static let byFileExtension: [String: String] = [
    "txt": "text/plain", "html": "text/html", "htm": "text/html", "css": "text/css", "csv": "text/csv",
    "md": "text/markdown", "js": "text/javascript", "ics": "text/calendar", "vcf": "text/vcard",
    "json": "application/json", "xml": "application/xml", "pdf": "application/pdf", "zip": "application/zip",
    "gz": "application/gzip", "wasm": "application/wasm", "yaml": "application/yaml",
    "yml": "application/yaml",
    "plist": "application/x-plist", "sqlite": "application/vnd.sqlite3",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "svg": "image/svg+xml", "heic": "image/heic", "heif": "image/heif", "avif": "image/avif",
    "tif": "image/tiff", "tiff": "image/tiff", "bmp": "image/bmp", "ico": "image/vnd.microsoft.icon",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "wav": "audio/wav", "ogg": "audio/ogg",
    "flac": "audio/flac", "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime",
    "mpeg": "video/mpeg", "webm": "video/webm", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ]
}
