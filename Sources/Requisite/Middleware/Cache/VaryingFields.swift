/// The fields of a request that its response was chosen by (RFC 9111 §4.1), and what they said. Of fields that carry
/// credentials, only a hash is kept.
public struct VaryingFields: Hashable, Sendable, Codable {
  /// A name in lower case, and the values; nil where the request had no such field.
  struct Field: Hashable, Sendable, Codable {
    let name: String
    let value: String?
  }

  /// In the order of their names.
  let fields: [Field]

  /// No fields: the response is the same for every request.
  static let none = VaryingFields(fields: [])

  init(fields: [Field]) {
    self.fields = fields
  }

  /// What `vary`, the `Vary` of a response, picks from the request; nil where no other request can have this response:
  /// `*`, or something that is no name of a field.
  init?(vary: HTTPHeaders, request: HTTPHeaders) {
    guard vary.contains(.vary) else {
      self = .none
      return
    }
    let names = vary.values(for: .vary).flatMap { HTTPQuoting.split($0, at: ",").filter { !$0.isEmpty } }
      .filter { !$0.isEmpty }
    guard !names.contains("*"), names.allSatisfy({ Token.isValid($0) }) else { return nil }
    let sorted = Set(names.map { ASCII.lowercased(String($0)) }).sorted()
    fields = sorted.map { Field(name: $0, value: Self.value(of: $0, in: request)) }
  }

  /// Whether a request with these fields may have the response.
  public func select(_ request: HTTPHeaders) -> Bool {
    fields.isEmpty || fields.allSatisfy { $0.value == Self.value(of: $0.name, in: request) }
  }

  /// The values of a field in one line, normalised where two lines say the same (RFC 9111 §4.1): without white space at
  /// commas and, where the field's tokens have no case, in lower case.
  private static func value(of name: String, in headers: HTTPHeaders) -> String? {
    let name = HTTPHeaderName(name)
    let values = headers.values(for: name)
    guard !values.isEmpty else { return nil }
    let line = values.map { ASCII.trimmed($0[...]) }.joined(separator: ", ")
    if name.carriesCredentials { return SHA256.hexadecimal(line) }
    guard !singletons.contains(name) else { return line }
    let list = HTTPQuoting.split(line, at: ",").map { String(ASCII.trimmed($0)) }.joined(separator: ", ")
    return caseless.contains(name) ? ASCII.lowercased(list) : list
  }

  /// Fields of one value, in which a comma separates nothing.
  private static let singletons: Set<HTTPHeaderName> = [
    .userAgent, "Referer", "From", .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .date,
  ]
  /// Lists of languages, codings and charsets (RFC 9110 §8.3.2, §8.4.1, §8.5.1).
  private static let caseless: Set<HTTPHeaderName> = [.acceptLanguage, .acceptEncoding, "Accept-Charset"]
}
