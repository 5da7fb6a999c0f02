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
  /// `*/*` and `text/*` match what they say. `application/json` also matches `text/json` and every type with
  /// the suffix `+json` (RFC 6839): servers use them for one another. Parameters are not compared.
  public func matches(_ other: MediaType) -> Bool {
    if type == "*" { return true }
    if type == other.type, subtype == "*" || subtype == other.subtype { return true }
    return isJSON && other.isJSON && parametersAside(.json)
  }

  /// Whether a document of this type is JSON.
  public var isJSON: Bool {
    subtype == "json" && (type == "application" || type == "text") || subtype.hasSuffix("+json")
  }

  /// Whether the type is this one, whatever its parameters.
  func parametersAside(_ other: MediaType) -> Bool {
    type == other.type && subtype == other.subtype
  }
}
