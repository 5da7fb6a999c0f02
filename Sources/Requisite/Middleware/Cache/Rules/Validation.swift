/// The rules for asking the server whether a stored response is still valid (RFC 9111 §4.3).
enum Validation {
  /// Returns the fields that make a request conditional (§4.3.1): the entity tag and, for servers that do not support it,
  /// the date. Returns nil if the stored response has neither.
  static func conditions(for head: CachedHead) -> HTTPHeaders? {
    var conditions = HTTPHeaders()
    if let tag = EntityTag(head.headers) { conditions.append(HTTPHeader(.ifNoneMatch, tag.description)) }
    if let date = lastModified(head.headers) { conditions.append(HTTPHeader(.ifModifiedSince, date)) }
    return conditions.isEmpty ? nil : conditions
  }

  /// True if a 304 with these fields confirms the stored response (§4.3.4). A strong tag must be equal, a weak one must
  /// match, and a date must be equal if both have one. A 304 without validators confirms the response that was asked
  /// about.
  static func confirms(_ confirmation: HTTPHeaders, _ head: CachedHead) -> Bool {
    if confirmation.contains(.eTag) {
      guard let new = EntityTag(confirmation), let old = EntityTag(head.headers) else { return false }
      return new.isWeak ? new.weaklyMatches(old) : new == old
    }
    guard let new = lastModified(confirmation), let old = lastModified(head.headers) else { return true }
    return new == old
  }

  /// True if the response to a `HEAD` describes the stored representation (§4.3.5).
  static func describes(_ headers: HTTPHeaders, _ head: CachedHead) -> Bool {
    for name in [HTTPHeaderName.eTag, .lastModified] {
      if let new = headers[name], new != head.headers[name] { return false }
    }
    guard let length = headers[.contentLength], let stored = head.headers[.contentLength] else { return true }
    return length == stored
  }

  /// Returns the stored head with the fields and the times of a confirmation (§3.2). The fields that describe the stored
  /// bytes are kept, because this cache stores bodies decoded, and so are those that the 304 does not contain. `Age` and
  /// `Date` are those of the confirmation, or missing, because they belong to that exchange.
  static func freshened(_ head: CachedHead, by confirmation: CachedExchange) -> CachedExchange {
    let kept = StorageDecision.named(by: confirmation.headers).union(StorageDecision.connectionFields).union(
      bodyFields)
    let news = HTTPHeaders(confirmation.headers.filter { !kept.contains($0.name) })
    var headers = head.headers
    headers.remove(.age)
    headers.remove(.date)
    headers.merge(news)
    var exchange = confirmation
    exchange.status = head.status
    exchange.headers = headers
    return exchange
  }

  private static let bodyFields: Set<HTTPHeaderName> = [.contentLength, .contentEncoding, .contentRange]

  /// Returns the date of the last change as the server wrote it; nil if it is malformed, missing or repeated.
  private static func lastModified(_ headers: HTTPHeaders) -> String? {
    let values = headers.values(for: .lastModified)
    guard values.count == 1, HTTPDate(values[0]) != nil else { return nil }
    return values[0]
  }
}
