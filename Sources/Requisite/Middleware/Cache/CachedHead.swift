extension CachedResponse {
  /// A stored response without its body. It is `Codable`, so that a store of your own can save it.
  public struct Head: Sendable, Hashable {
    /// The parts, on the heap, so that passing a response on copies only a pointer.
    private struct Parts: Hashable, Sendable {
      let key: CachedResponse.Key
      let varying: VaryingFields
      let status: Int
      let headers: HTTPHeaders
      let freshness: Freshness
      let control: CacheControl
    }

    private let parts: CopyOnWrite<Parts>

    /// The key that the response is stored under.
    public var key: CachedResponse.Key { parts.value.key }
    /// The request fields that selected the response, with their values.
    var varying: VaryingFields { parts.value.varying }
    /// The status code, for example 200.
    public var status: Int { parts.value.status }
    /// The header fields, without those that a cache must not store (RFC 9111 §3.1).
    public var headers: HTTPHeaders { parts.value.headers }
    /// The lifetime and the initial age.
    var freshness: Freshness { parts.value.freshness }
    /// The directives of the response's `Cache-Control`.
    var control: CacheControl { parts.value.control }

    /// - Parameter control: The directives of `headers`, if they have been read already.
    init(
      key: CachedResponse.Key, varying: VaryingFields, status: Int, headers: HTTPHeaders,
      freshness: Freshness,
      control: CacheControl? = nil
    ) {
      parts = CopyOnWrite(
        Parts(
          key: key, varying: varying, status: status, headers: headers, freshness: freshness,
          control: control ?? CacheControl(headers)))
    }

    /// The time at which the response arrived, or was last confirmed by the server.
    public var received: Date { freshness.received }
    /// The time at which the response was made, as far as known. Of two that fit a request, the later one is used (RFC 9111
    /// §4).
    public var generatedAt: Date { freshness.received.addingTimeInterval(-freshness.initialAge) }
    /// How long the response is fresh, counted from ``generatedAt``.
    public var freshnessLifetime: Duration { .seconds(freshness.lifetime) }
    /// Whether ``freshnessLifetime`` is heuristic, because the server stated no lifetime (RFC 9111 §4.2.2).
    public var isHeuristicallyFresh: Bool { freshness.isHeuristic }

    /// Returns true if a request with these header fields may have the response: if the fields that `Vary` names have the
    /// values that they had in the request for it (RFC 9111 §4.1). The key is not compared.
    public func answers(_ request: HTTPHeaders) -> Bool { varying.firstDifference(in: request) == nil }

    /// Returns true if a store keeps this response in place of the other one: if the key is equal, and the same request
    /// fields, with the same values, selected both.
    public func replaces(_ other: CachedResponse.Head) -> Bool {
      key == other.key && varying == other.varying
    }

    /// True if all parts are equal.
    public static func == (left: CachedResponse.Head, right: CachedResponse.Head) -> Bool {
      left.parts.value == right.parts.value
    }

    /// Hashes all parts.
    public func hash(into hasher: inout Hasher) { parts.value.hash(into: &hasher) }
  }
}

extension CachedResponse.Head: Codable {
  private enum CodingKeys: String, CodingKey { case key, varying, status, headers, freshness }

  /// Decodes a head that ``encode(to:)`` wrote.
  public init(from decoder: any Swift.Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let fields = try values.decode([[String]].self, forKey: .headers)
    guard fields.allSatisfy({ $0.count == 2 }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .headers, in: values, debugDescription: "expected a name and a value for each header field")
    }
    self.init(
      key: try values.decode(CachedResponse.Key.self, forKey: .key),
      varying: try values.decode(VaryingFields.self, forKey: .varying),
      status: try values.decode(Int.self, forKey: .status),
      headers: HTTPHeaders(fields.map { HTTPHeader(HTTPHeaderName($0[0]), $0[1]) }),
      freshness: try values.decode(Freshness.self, forKey: .freshness))
  }

  /// Encodes all parts, with the header fields as pairs of name and value.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(key, forKey: .key)
    try values.encode(varying, forKey: .varying)
    try values.encode(status, forKey: .status)
    try values.encode(headers.map { [$0.name.rawValue, $0.value] }, forKey: .headers)
    try values.encode(freshness, forKey: .freshness)
  }
}

/// The request fields that `Vary` names (RFC 9111 §4.1), with their values. Of fields that carry credentials, only a hash
/// is kept.
struct VaryingFields: Hashable, Sendable, Codable {
  /// A name in lower case, and the values in one line; nil if the request had no such field.
  struct Field: Hashable, Sendable, Codable {
    let name: String
    let value: String?

    static func == (left: Field, right: Field) -> Bool {
      left.name == right.name && left.value.map(ExactText.init) == right.value.map(ExactText.init)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(value.map(ExactText.init))
    }
  }

  /// The fields, sorted by name.
  let fields: [Field]

  /// No fields: the response is the same for every request.
  static let none = VaryingFields(fields: [])

  init(fields: [Field]) {
    self.fields = fields
  }

  /// Reads the fields that the `Vary` of a response names from its request. Returns nil if no other request can have this
  /// response: for `*`, or for a name that is no token.
  init?(vary: HTTPHeaders, request: HTTPHeaders) {
    guard vary.contains(.vary) else {
      self = .none
      return
    }
    let names = vary.values(for: .vary).flatMap { HTTPQuoting.list($0) }
    guard !names.contains("*"), names.allSatisfy({ Token.isValid($0) }) else { return nil }
    let sorted = Set(names.map { ASCII.lowercased(String($0)) }).sorted()
    fields = sorted.map { Field(name: $0, value: Self.value(of: $0, in: request)) }
  }

  /// Returns the first field whose value in other header fields is not the one here; nil if all are equal.
  func firstDifference(in headers: HTTPHeaders) -> HTTPHeaderName? {
    fields.first { $0 != Field(name: $0.name, value: Self.value(of: $0.name, in: headers)) }
      .map { HTTPHeaderName($0.name) }
  }

  /// Returns the values of a field in one line, normalised so that equivalent lines are equal (RFC 9111 §4.1): without
  /// white space at commas and, if the field's tokens have no case, in lower case.
  private static func value(of name: String, in headers: HTTPHeaders) -> String? {
    let name = HTTPHeaderName(name)
    let values = headers.values(for: name)
    guard !values.isEmpty else { return nil }
    let line = values.map { ASCII.trimmed($0[...]) }.joined(separator: ", ")
    let isSingle = singletons.contains(name) || name.carriesCredentials
    let list = isSingle ? line : HTTPQuoting.list(line).joined(separator: ", ")
    // Any other field may be a credential.
    guard name.isHarmless else { return SHA256.hexadecimal(list) }
    return caseless.contains(name) ? ASCII.lowercased(list) : list
  }

  /// Fields with a single value, which may contain commas.
  private static let singletons: Set<HTTPHeaderName> = [
    .userAgent, "Referer", "From", .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .date,
  ]
  /// Lists of languages, codings and charsets (RFC 9110 §8.3.2, §8.4.1, §8.5.1).
  private static let caseless: Set<HTTPHeaderName> = [.acceptLanguage, .acceptEncoding, "Accept-Charset"]
}
