/// A media type, or a range of them in an `Accept` field, as in `text/html; charset=utf-8` (RFC 9110 §8.3.1).
///
/// Types, subtypes and parameter names are compared without regard to case; parameter values as they are.
public struct MediaType: Hashable, Sendable {
  /// The top-level type in lower case, as in `text`; `*` in a range.
  public let type: String
  /// The subtype in lower case, as in `html`; `*` in a range.
  public let subtype: String
  /// The parameters in their order, names in lower case.
  public let parameters: [Parameter]

  /// A parameter after the type: a name and a value.
  public struct Parameter: Hashable, Sendable {
    /// The name, in lower case.
    public let name: String
    /// The value, without its quotes.
    public let value: String
  }

  /// Makes a media type of its parts; the parts are taken as they are, but for the case.
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

  /// The value of the parameter of that name.
  public subscript(parameter name: String) -> String? {
    parameters.first { ASCII.equalIgnoringCase($0.name, name) }?.value
  }
}

extension MediaType {
  /// `application/json` (RFC 8259), for one JSON document.
  public static let json = MediaType("application", "json")
  /// `application/problem+json`, the details of an error (RFC 9457).
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
  /// `application/jsonl`: a JSON value a line
  public static let jsonLines = MediaType("application", "jsonl")
  /// `text/event-stream`, for server-sent events (WHATWG HTML standard, §9.2).
  public static let eventStream = MediaType("text", "event-stream")
  /// `*/*`, the range of all types, for `Accept`.
  public static let any = MediaType("*", "*")
}

extension MediaType {
  /// Whether a document of type `other` is one that this range asks for.
  ///
  /// `*/*` and `text/*` match what they say. A type with a structured syntax suffix (RFC 6839) and the type that the suffix
  /// names match each other, for servers use one for the other: `application/vnd.github+json` and `application/json`,
  /// `image/svg+xml` and `text/xml`. Two types with the same suffix do not. Parameters are not compared.
  public func matches(_ other: MediaType) -> Bool {
    if type == "*" { return true }
    if type == other.type, subtype == "*" || subtype == other.subtype { return true }
    guard let syntax, syntax == other.syntax else { return false }
    return isBase(of: syntax) || other.isBase(of: syntax)
  }

  /// Whether a document of this type is JSON.
  public var isJSON: Bool { syntax == "json" }

  /// The syntax that documents of the type have: `json` for `application/json`, `text/json` and `application/hal+json`.
  private var syntax: Substring? {
    if let plus = subtype.utf8.lastIndex(of: UInt8(ascii: "+")) {
      return subtype[subtype.utf8.index(after: plus)...]
    }
    let isSyntax = type == "application" || type == "text" && ["json", "xml", "yaml"].contains(subtype)
    return isSyntax ? subtype[...] : nil
  }

  private func isBase(of syntax: Substring) -> Bool {
    subtype.utf8.elementsEqual(syntax.utf8) && (type == "application" || type == "text")
  }

  /// Whether the subtype has that structured syntax suffix, as `+xml`.
  func hasSuffix(_ suffix: String) -> Bool {
    subtype.utf8.suffix(suffix.utf8.count + 1).elementsEqual("+\(suffix)".utf8)
  }

  /// Whether the type is this one, whatever its parameters.
  func parametersAside(_ other: MediaType) -> Bool {
    type == other.type && subtype == other.subtype
  }
}

extension MediaType: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// The type as it goes on the wire; a parameter value that is no token stands in quotes.
  public var description: String {
    var text = "\(type)/\(subtype)"
    for parameter in parameters {
      text += "; \(parameter.name)=\(HTTPQuoting.quotedIfNeeded(parameter.value))"
    }
    return text
  }

  /// Reads a media type; nil if the text is malformed.
  public init?(_ text: String) {
    var parts = HTTPQuoting.split(text, at: ";").makeIterator()
    guard let essence = parts.next() else { return nil }
    let names = essence.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false
    )
    .map { Substring($0) }
    guard names.count == 2, Token.isValid(names[0]), Token.isValid(names[1]) else { return nil }
    var parameters: [Parameter] = []
    while let part = parts.next() {
      guard !part.isEmpty else { continue }
      guard let parameter = Parameter(part) else { return nil }
      parameters.append(parameter)
    }
    self.init(type: String(names[0]), subtype: String(names[1]), parameters: parameters)
  }

  /// Reads a media type from a literal; a malformed one becomes `application/octet-stream`.
  public init(stringLiteral text: String) {
    self = MediaType(text) ?? .octetStream
  }

  /// True if a value is the one accepted type, with or without parameters: the common case, checked without parsing
  /// either.
  static func isPlainly(_ value: String, _ accepted: String) -> Bool {
    var rest = value.utf8.makeIterator()
    for byte in accepted.utf8 {
      guard let other = rest.next(), ASCII.lowercased(other) == ASCII.lowercased(byte) else { return false }
    }
    return rest.next().map { $0 == UInt8(ascii: ";") || ASCII.isWhitespace($0) } ?? true
  }

  /// The types in the value of an `Accept` field, in their order; malformed ones are left out.
  static func list(_ value: String) -> [MediaType] {
    HTTPQuoting.split(value, at: ",").compactMap { MediaType(String($0)) }
  }
}

extension MediaType.Parameter {
  init?(_ text: Substring) {
    guard let (name, value) = HTTPQuoting.parameter(text) else { return nil }
    self.init(name: ASCII.lowercased(name), value: value)
  }
}

extension MediaType {
  /// The type that a file has by the extension of its name, as in `photo.png`; nil where that is not one of the few
  /// well-known here.
  ///
  /// A guess from the name alone: the file is not looked at. By the IANA registry of media types.
  public static func ofFile(named name: String) -> MediaType? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = ASCII.lowercased(String(name[name.utf8.index(after: dot)...]))
    return byFileExtension[suffix].flatMap(MediaType.init)
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
