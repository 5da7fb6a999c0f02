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

  /// A name and a value behind the type.
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
  /// `application/json`
  public static let json = MediaType("application", "json")
  /// `application/problem+json` (RFC 9457)
  public static let problemJSON = MediaType("application", "problem+json")
  /// `application/x-www-form-urlencoded`
  public static let formURLEncoded = MediaType("application", "x-www-form-urlencoded")
  /// `application/octet-stream`
  public static let octetStream = MediaType("application", "octet-stream")
  /// `application/x-plist`
  public static let propertyList = MediaType("application", "x-plist")
  /// `text/plain; charset=utf-8`
  public static let plainText = MediaType("text", "plain", parameters: ["charset": "utf-8"])
  /// `text/html; charset=utf-8`
  public static let html = MediaType("text", "html", parameters: ["charset": "utf-8"])
  /// `application/jsonl`: a JSON value a line
  public static let jsonLines = MediaType("application", "jsonl")
  /// `text/event-stream`
  public static let eventStream = MediaType("text", "event-stream")
  /// `*/*`
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
