/// Asking the server whether a stored response is still good (RFC 9111 §4.3).
enum Validation {
  /// The fields that make a request conditional (§4.3.1): by entity tag and, for servers that know none, by date. nil
  /// where the stored response has neither.
  static func conditions(for head: CachedHead) -> HTTPHeaders? {
    var conditions = HTTPHeaders()
    if let tag = EntityTag(head.headers) { conditions.append(HTTPHeader(.ifNoneMatch, tag.description)) }
    if let date = lastModified(head.headers) { conditions.append(HTTPHeader(.ifModifiedSince, date)) }
    return conditions.isEmpty ? nil : conditions
  }

  /// Whether a 304 with these fields confirms that stored response (§4.3.4). By a strong tag, it must be the same; by a
  /// weak one or a date, what both name must be; a 304 without validators confirms the one that was asked about.
  static func confirms(_ confirmation: HTTPHeaders, _ head: CachedHead) -> Bool {
    if confirmation.contains(.eTag) {
      guard let new = EntityTag(confirmation), let old = EntityTag(head.headers) else { return false }
      return new.isWeak ? new.weaklyMatches(old) : new == old
    }
    guard let new = lastModified(confirmation), let old = lastModified(head.headers) else { return true }
    return new == old
  }

  /// Whether the response to a HEAD request tells of the same representation (§4.3.5).
  static func describes(_ headers: HTTPHeaders, _ head: CachedHead) -> Bool {
    for name in [HTTPHeaderName.eTag, .lastModified] {
      if let new = headers[name], new != head.headers[name] { return false }
    }
    guard let length = headers[.contentLength], let stored = head.headers[.contentLength] else { return true }
    return length == stored
  }

  /// The stored head with what a confirmation says (§3.2), received anew. Fields that tell of the bytes that were
  /// stored are left as they are, for this cache keeps them decoded; so is what a 304 does not name. `Age` and `Date`
  /// are the confirmation's or none: they are of that exchange.
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

  /// The date of the last change as it was written, where it is one.
  private static func lastModified(_ headers: HTTPHeaders) -> String? {
    let values = headers.values(for: .lastModified)
    guard values.count == 1, HTTPDate(values[0]) != nil else { return nil }
    return values[0]
  }
}
