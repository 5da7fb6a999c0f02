/// All of a stored response but its body. `Codable`, so that a store of your own can write it down.
public struct CachedHead: Sendable, Hashable {
  /// The key that the response is stored under.
  public let key: CacheKey
  /// The fields of the request that selected the response.
  public let varying: VaryingFields
  /// The status code, as 200.
  public let status: Int
  /// The header fields, those left out that a cache must not store (RFC 9111 §3.1).
  public let headers: HTTPHeaders
  /// The lifetime and the initial age.
  let freshness: Freshness
  /// The directives of its `Cache-Control`.
  let control: CacheControl

  init(key: CacheKey, varying: VaryingFields, status: Int, headers: HTTPHeaders, freshness: Freshness) {
    self.key = key
    self.varying = varying
    self.status = status
    self.headers = headers
    self.freshness = freshness
    control = CacheControl(headers)
  }

  /// When the response came, or was last confirmed by the server.
  public var received: Date { freshness.received }
  /// When the response was made, as far as is known: of two that fit, the later one counts (RFC 9111 §4).
  public var made: Date { freshness.received.addingTimeInterval(-freshness.initialAge) }
  /// For how long after ``made`` it is fresh.
  public var freshnessLifetime: Duration { .seconds(freshness.lifetime) }
  /// Whether ``freshnessLifetime`` is a guess (RFC 9111 §4.2.2).
  public var isHeuristicallyFresh: Bool { freshness.isHeuristic }
}

extension CachedHead: Codable {
  private enum CodingKeys: String, CodingKey { case key, varying, status, headers, freshness }

  /// Reads what ``encode(to:)`` has written.
  public init(from decoder: any Swift.Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let fields = try values.decode([[String]].self, forKey: .headers)
    guard fields.allSatisfy({ $0.count == 2 }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .headers, in: values, debugDescription: "a header field is a name and a value")
    }
    self.init(
      key: try values.decode(CacheKey.self, forKey: .key),
      varying: try values.decode(VaryingFields.self, forKey: .varying),
      status: try values.decode(Int.self, forKey: .status),
      headers: HTTPHeaders(fields.map { HTTPHeader(HTTPHeaderName($0[0]), $0[1]) }),
      freshness: try values.decode(Freshness.self, forKey: .freshness))
  }

  /// Writes all parts.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(key, forKey: .key)
    try values.encode(varying, forKey: .varying)
    try values.encode(status, forKey: .status)
    try values.encode(headers.map { [$0.name.rawValue, $0.value] }, forKey: .headers)
    try values.encode(freshness, forKey: .freshness)
  }
}
