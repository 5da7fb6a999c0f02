extension Recording: Codable {
  private enum CodingKeys: CodingKey { case version, exchanges }

  /// Reads a recording; one of a later version is refused.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let version = try members.decode(Int.self, forKey: .version)
    guard (1...Self.version).contains(version) else {
      let words = "the recording is of version \(version), known is \(Self.version)"
      throw DecodingError.dataCorruptedError(forKey: .version, in: members, debugDescription: words)
    }
    exchanges = try members.decode([Exchange].self, forKey: .exchanges)
  }

  /// Writes a recording, with the version of the format.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(Self.version, forKey: .version)
    try members.encode(exchanges, forKey: .exchanges)
  }
}

extension Recording.Request: Codable {
  private enum CodingKeys: CodingKey { case method, url, headers, body }

  /// Reads a request; header fields and body may be left out.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    method = try members.decode(String.self, forKey: .method)
    url = try members.decode(String.self, forKey: .url)
    headers = HTTPHeaders(lines: try members.decodeIfPresent([String].self, forKey: .headers) ?? [])
    body = try members.decodeIfPresent(RecordedBody.self, forKey: .body) ?? .none
  }

  /// Writes a request; what is empty is left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(method, forKey: .method)
    try members.encode(url, forKey: .url)
    if !headers.isEmpty { try members.encode(headers.lines, forKey: .headers) }
    if body != .none { try members.encode(body, forKey: .body) }
  }
}

extension Recording.Response: Codable {
  private enum CodingKeys: CodingKey { case status, url, headers, body }

  /// Reads a response; all but the status may be left out.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    status = try members.decode(Int.self, forKey: .status)
    guard (100...999).contains(status) else {
      let words = "\(status) is no status: three digits are expected"
      throw DecodingError.dataCorruptedError(forKey: .status, in: members, debugDescription: words)
    }
    url = try members.decodeIfPresent(String.self, forKey: .url)
    headers = HTTPHeaders(lines: try members.decodeIfPresent([String].self, forKey: .headers) ?? [])
    body = try members.decodeIfPresent(RecordedBody.self, forKey: .body) ?? .none
  }

  /// Writes a response; what is empty is left out.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(status, forKey: .status)
    try members.encodeIfPresent(url, forKey: .url)
    if !headers.isEmpty { try members.encode(headers.lines, forKey: .headers) }
    if body != .none { try members.encode(body, forKey: .body) }
  }
}

extension HTTPHeaders {
  /// The fields as `Name: value`.
  fileprivate var lines: [String] { map { "\($0.name.rawValue): \($0.value)" } }

  /// Reads fields of the form `Name: value`.
  fileprivate init(lines: [String]) {
    self.init(
      lines.map { line in
        let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = sides.count > 1 ? sides[1].drop { $0 == " " } : ""
        return HTTPHeader(HTTPHeaderName(String(sides[0])), String(value))
      })
  }
}
