/// Header fields in the order they were added: repeatable, and compared without regard to case.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers[.userAgent] = "todos/1.0"          // replaces every field of that name; nil removes them
/// headers.append(HTTPHeader(.link, "<next>; rel=next"))
/// headers.values(for: .setCookie)            // one a field, never joined
/// ```
/// Looking a name up walks the fields: messages have few, and a walk over few beats a hash.
public struct HTTPHeaders: Sendable {
  private var fields: [HTTPHeader]

  /// Makes headers of the fields, in their order.
  public init(_ fields: [HTTPHeader] = []) {
    self.fields = fields
  }

  /// The value of the fields of that name: several are joined by `", "` (RFC 9110 §5.3).
  ///
  /// Setting replaces all fields of the name by one, at the place of the first; nil removes them.
  /// `Set-Cookie` must not be joined: ask for it by ``values(for:)``.
  public subscript(name: HTTPHeaderName) -> String? {
    get {
      guard let first = fields.firstIndex(where: { $0.name == name }) else { return nil }
      let others = fields[(first + 1)...].lazy.filter { $0.name == name }.map(\.value)
      return others.isEmpty ? fields[first].value : ([fields[first].value] + others).joined(separator: ", ")
    }
    set {
      guard let newValue else { return fields.removeAll { $0.name == name } }
      set(HTTPHeader(name, newValue))
    }
  }

  /// The values of the fields of that name, in their order.
  public func values(for name: HTTPHeaderName) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// Whether there is a field of that name.
  public func contains(_ name: HTTPHeaderName) -> Bool {
    fields.contains { $0.name == name }
  }

  /// Adds a field after the others; fields of the same name stay.
  public mutating func append(_ field: HTTPHeader) {
    fields.append(field)
  }

  /// Puts the field in place of all others of its name.
  public mutating func set(_ field: HTTPHeader) {
    guard let first = fields.firstIndex(where: { $0.name == field.name }) else { return fields.append(field) }
    fields[first] = field
    guard fields.count > first + 1 else { return }
    fields[(first + 1)...].removeAll { $0.name == field.name }
  }

  /// Removes all fields of that name.
  public mutating func remove(_ name: HTTPHeaderName) {
    fields.removeAll { $0.name == name }
  }

  /// Makes room for that many fields.
  public mutating func reserveCapacity(_ count: Int) {
    fields.reserveCapacity(count)
  }
}

extension HTTPHeaders {
  /// Puts the fields of `others` in place of those of the same names here: the others win.
  ///
  /// A name that `others` repeats is repeated.
  public mutating func merge(_ others: HTTPHeaders) {
    guard !others.isEmpty else { return }
    guard !isEmpty else { return self = others }
    fields.removeAll { field in others.contains(field.name) }
    fields.append(contentsOf: others.fields)
  }

  /// These fields with those of `others` in place of the same names.
  public func merging(_ others: HTTPHeaders) -> HTTPHeaders {
    var result = self
    result.merge(others)
    return result
  }
}

extension HTTPHeaders: RandomAccessCollection {
  /// Where the fields begin.
  public var startIndex: Int { fields.startIndex }
  /// Where the fields end.
  public var endIndex: Int { fields.endIndex }
  /// The field at that place.
  public subscript(position: Int) -> HTTPHeader { fields[position] }
}

extension HTTPHeaders: Hashable, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  /// Makes headers of names and values; a name may be repeated.
  public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
    self.init(elements.map { HTTPHeader($0, $1) })
  }

  /// Makes headers of fields.
  public init(arrayLiteral fields: HTTPHeader...) {
    self.init(fields)
  }
}

/// What can stand as the `headers` of a ``Request``: ``HTTPHeaders``, `[String: String]`, an array of
/// ``HTTPHeader``, or an Optional of these (nil adds nothing).
public protocol HTTPHeadersConvertible: Sendable {
  /// The fields to add to the request.
  var httpHeaders: HTTPHeaders { get }
}

extension HTTPHeaders: HTTPHeadersConvertible {
  /// These header fields, unchanged.
  public var httpHeaders: HTTPHeaders { self }
}

extension Dictionary: HTTPHeadersConvertible where Key == String, Value == String {
  /// The fields in the order of their names, because a dictionary has no order.
  public var httpHeaders: HTTPHeaders {
    HTTPHeaders(sorted { $0.key < $1.key }.map { HTTPHeader(HTTPHeaderName($0.key), $0.value) })
  }
}

extension Array: HTTPHeadersConvertible where Element == HTTPHeader {
  /// The fields in their order.
  public var httpHeaders: HTTPHeaders { HTTPHeaders(self) }
}

extension Optional: HTTPHeadersConvertible where Wrapped: HTTPHeadersConvertible {
  /// The fields, none for nil.
  public var httpHeaders: HTTPHeaders { self?.httpHeaders ?? HTTPHeaders() }
}

extension HTTPHeaders {
  // In seconds: some 30 years, beyond any use and far from an overflow.
  private static let longestWait = 1_000_000_000

  /// How long the server asks clients to wait, by `Retry-After` (RFC 9110 §10.2.3): a number of seconds, or an HTTP
  /// date in any of its three forms.
  ///
  /// A date is compared with the response's own `Date`, where there is one, so that a clock that is wrong on either side
  /// does not matter; else with `now`. A date that has passed is a wait of zero.
  ///
  /// - Returns: The wait; nil where there is no such field, or it is neither of the two forms.
  public func retryAfter(now: Date = Date()) -> Duration? {
    guard let value = self[.retryAfter] else { return nil }
    let text = ASCII.trimmed(value[...])
    if let seconds = Self.seconds(text) { return .seconds(seconds) }
    guard let date = HTTPDate(text, now: now)?.date else { return nil }
    let reference = self[.date].flatMap { HTTPDate($0, now: now)?.date } ?? now
    return .seconds(Swift.max(0, date.timeIntervalSince(reference)))
  }

  private static func seconds(_ text: Substring) -> Int? {
    guard ASCII.isNumber(text) else { return nil }
    return Swift.min(Int(text) ?? longestWait, longestWait)
  }
}
