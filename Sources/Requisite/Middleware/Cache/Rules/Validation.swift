/// The rules for asking the server whether a stored response is still valid (RFC 9111 §4.3).
enum Validation {
  /// Returns the fields that make a request conditional (§4.3.1): the entity tag and, for servers that do not support it,
  /// the date. Returns nil if the stored response has neither.
  static func conditions(for head: CachedResponse.Head) -> HTTPHeaders? {
    var conditions = HTTPHeaders()
    if let tag = EntityTag(head.headers) { conditions.append(HTTPHeader(.ifNoneMatch, tag.description)) }
    if let date = lastModified(head.headers) { conditions.append(HTTPHeader(.ifModifiedSince, date)) }
    return conditions.isEmpty ? nil : conditions
  }

  /// True if a 304 with these fields confirms the stored response (§4.3.4). A tag must match, and a date must be equal if
  /// both have one. A 304 without validators confirms the response that was asked about.
  ///
  /// A strong tag also confirms a stored weak one with the same text, against the letter of §4.3.4: `If-None-Match` has asked
  /// about this very response, by weak comparison (RFC 9110 §13.1.2), and servers that weaken the tag when they compress
  /// (GitHub, Apache, nginx) do not do so in a 304. Strictly, each such call would be two requests.
  static func confirms(_ confirmation: HTTPHeaders, _ head: CachedResponse.Head) -> Bool {
    if confirmation.contains(.eTag) {
      guard let new = EntityTag(confirmation), let old = EntityTag(head.headers) else { return false }
      return new.weaklyMatches(old)
    }
    guard let new = lastModified(confirmation), let old = lastModified(head.headers) else { return true }
    return new == old
  }

  /// True if the response to a `HEAD` describes the stored representation (§4.3.5).
  static func describes(_ headers: HTTPHeaders, _ head: CachedResponse.Head) -> Bool {
    for name in [HTTPHeaderName.eTag, .lastModified] {
      if let new = headers[name], new != head.headers[name] { return false }
    }
    guard let length = headers[.contentLength], let stored = head.headers[.contentLength] else { return true }
    return length == stored
  }

  /// Returns the stored head with the fields and the times of a confirmation (§3.2). The fields that describe the stored
  /// bytes are kept, because this cache stores bodies decoded, and so are those that the 304 does not contain. `Age` and
  /// `Date` are those of the confirmation, or missing, because they belong to that exchange.
  static func refreshed(_ head: CachedResponse.Head, by confirmation: CachedExchange) -> CachedExchange {
    var kept = StorageDecision.named(by: confirmation.headers).union(StorageDecision.connectionFields).union(
      bodyFields)
    // The bytes are those that came with the weak tag: a strong one would promise that they are identical.
    if EntityTag(head.headers)?.isWeak == true { kept.insert(.eTag) }
    let updates = HTTPHeaders(confirmation.headers.filter { !kept.contains($0.name) })
    var headers = head.headers
    headers.remove(.age)
    headers.remove(.date)
    headers.merge(updates)
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

/// The part of a stored response that a request for one range of bytes selects (RFC 9110 §14.2).
enum RangeSelection: Equatable {
  /// A part of the body, for a 206.
  case part(Range<Int>)
  /// The whole body: the validator in `If-Range` is not that of the stored response, or the body is empty.
  case whole
  /// No part: the range begins after the end, for a 416.
  case unsatisfiable

  /// Selects from a stored response whose body has `count` bytes.
  ///
  /// Returns nil if the server has to be asked: for several ranges, a unit other than bytes, a malformed range, a status
  /// other than 200, and a body that is stored decoded, whose bytes are not those that the server counts.
  init?(_ request: HTTPHeaders, of head: CachedResponse.Head, count: Int) {
    guard head.status == 200, !head.headers.contains(.contentEncoding), let range = ByteRange(request) else {
      return nil
    }
    guard request.contains(.ifRange) else {
      self = range.selection(of: count)
      return
    }
    let conditions = request.values(for: .ifRange)
    guard conditions.count == 1 else { return nil }
    self = Self.matches(conditions[0], head) ? range.selection(of: count) : .whole
  }

  /// True if `If-Range` names the stored version: by strong comparison of entity tags, or by a date of the last change
  /// that is a strong validator (RFC 9110 §13.1.5, §8.8.2.2: at least a minute before `Date`).
  private static func matches(_ condition: String, _ head: CachedResponse.Head) -> Bool {
    if let tag = EntityTag(condition) { return !tag.isWeak && EntityTag(head.headers) == tag }
    let modified = head.headers.values(for: .lastModified)
    guard modified == [condition], let date = HTTPDate(condition)?.date,
      let generatedAt = head.headers[.date].flatMap({ HTTPDate($0)?.date })
    else { return false }
    return generatedAt.timeIntervalSince(date) >= 60
  }
}

extension ByteRange {
  /// Returns the part of a body of `count` bytes that the range selects.
  fileprivate func selection(of count: Int) -> RangeSelection {
    if count == 0, case .last(1...) = self { return .whole }
    return part(of: Int64(count)).map { RangeSelection.part(Int($0.lowerBound)..<Int($0.upperBound) + 1) }
      ?? .unsatisfiable
  }
}
