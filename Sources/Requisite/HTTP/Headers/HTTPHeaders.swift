/// Header fields in the order they were added; names may repeat and are compared case-insensitively.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// // Replaces every field of that name; nil removes them
/// headers[.userAgent] = "todos/1.0"
/// headers.append(HTTPHeader(.link, "<next>; rel=next"))
/// headers.values(for: .setCookie)  // one a field, never joined
/// ```
/// A lookup scans the fields one by one, which is faster than hashing for the few fields that messages have. The fields
/// of a response stay bytes until they are read: a lookup makes a string only of the value that it finds.
public struct HTTPHeaders: Sendable {
  /// The received section that the fields begin with, if they were received. Only the extensions of this type use it.
  var section: HTTPHeaderSection?
  /// The fields after the section.
  var added: [HTTPHeader] = []

  /// Creates headers from fields, in their order; empty by default.
  public init(_ fields: [HTTPHeader] = []) {
    added = fields
  }

  /// Creates headers from a received header section.
  init(_ section: HTTPHeaderSection) {
    self.section = section.count == 0 ? nil : section
  }

  /// The fields as values. A change, other than an addition at the end, replaces the bytes of a received header section for good.
  private var fields: [HTTPHeader] {
    get {
      guard let section else { return added }
      return (0..<section.count).map { section[$0] } + added
    }
    _modify {
      var fields = fields
      // Releases the other reference, so that the change needs no copy.
      (section, added) = (nil, [])
      defer { added = fields }
      yield &fields
    }
  }

  /// The values of all fields with this name, joined by `", "` (RFC 9110 §5.3); nil if there is no such field.
  ///
  /// Setting a value replaces all fields of the name by one, at the position of the first; nil removes them.
  /// `Set-Cookie` must not be joined: read it with ``values(for:)``.
  public subscript(name: HTTPHeaderName) -> String? {
    get {
      var joined: String?
      forEachValue(of: name) { value in joined = joined.map { "\($0), \(value)" } ?? value }
      return joined
    }
    set {
      guard let newValue else { return fields.removeAll { $0.name == name } }
      set(HTTPHeader(name, newValue))
    }
  }

  /// The values of all fields with this name, in order and not joined.
  public func values(for name: HTTPHeaderName) -> [String] {
    var values: [String] = []
    forEachValue(of: name) { values.append($0) }
    return values
  }

  private func forEachValue(of name: HTTPHeaderName, _ body: (String) -> Void) {
    section?.forEachValue(of: name, body)
    for index in added.indices where added[index].name == name { body(added[index].value) }
  }

  /// Calls `body` with the fields in one block of memory, where they can be read without a copy of each.
  func withFields<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<HTTPHeader>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try fields.withUnsafeBufferPointer(body)
  }

  /// Whether there is one field with this name, and its value is the media type `accepted`, with or without parameters.
  /// False if deciding that takes more than comparing bytes.
  func isPlainly(_ accepted: String, _ name: HTTPHeaderName) -> Bool {
    if let section, !added.contains(where: { $0.name == name }) { return section.isPlainly(accepted, name) }
    let values = values(for: name)
    return values.count == 1 && values[0].withBytes { MediaType.isPlainly($0, accepted) }
  }

  /// True if there is a field with this name.
  public func contains(_ name: HTTPHeaderName) -> Bool {
    section?.contains(name) == true || added.contains { $0.name == name }
  }

  /// The bytes of all names and values in UTF-8, or as they were received.
  var byteCount: Int {
    added.reduce(section?.byteCount ?? 0) { $0 + $1.name.rawValue.utf8.count + $1.value.utf8.count }
  }

  /// Adds a field after the others; fields with the same name stay.
  public mutating func append(_ field: HTTPHeader) {
    added.append(field)
  }

  /// Adds a field after the others, as in `headers.append(.accept, "text/csv")`; fields with the same name stay.
  public mutating func append(_ name: HTTPHeaderName, _ value: String) { append(HTTPHeader(name, value)) }

  /// Replaces all fields of this name by `field`, at the position of the first; without such a field, adds it at the end.
  public mutating func set(_ field: HTTPHeader) {
    if section != nil, !contains(field.name) { return append(field) }
    guard let first = fields.firstIndex(where: { $0.name == field.name }) else { return fields.append(field) }
    fields[first] = field
    guard fields.count > first + 1 else { return }
    fields[(first + 1)...].removeAll { $0.name == field.name }
  }

  /// Removes all fields with this name.
  public mutating func remove(_ name: HTTPHeaderName) { remove([name]) }

  /// Removes all fields with these names.
  mutating func remove(_ names: [HTTPHeaderName]) {
    added.removeAll { names.contains($0.name) }
    section = section?.without(names)
  }

  /// Reserves memory for `count` fields.
  public mutating func reserveCapacity(_ count: Int) {
    if section == nil { added.reserveCapacity(count) }
  }
}

extension HTTPHeaders {
  /// Adds the fields of `others` at the end, after removing the fields with the same names: `others` wins.
  ///
  /// A name that repeats in `others` repeats in the result.
  public mutating func merge(_ others: HTTPHeaders) {
    guard !others.isEmpty else { return }
    guard !isEmpty else { return self = others }
    fields.removeAll { field in others.contains(field.name) }
    fields.append(contentsOf: others.fields)
  }

  /// A copy with the fields of `others` added and the fields of the same names removed: `others` wins.
  public func merging(_ others: HTTPHeaders) -> HTTPHeaders {
    var result = self
    result.merge(others)
    return result
  }
}

extension HTTPHeaders: RandomAccessCollection {
  /// The index of the first field, 0.
  public var startIndex: Int { 0 }
  /// The index after the last field.
  public var endIndex: Int { (section?.count ?? 0) + added.count }
  /// The field at an index.
  public subscript(position: Int) -> HTTPHeader {
    guard let section else { return added[position] }
    return position < section.count ? section[position] : added[position - section.count]
  }
}

extension HTTPHeaders: Hashable {
  /// True if both have equal fields in the same order.
  public static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.elementsEqual(right)
  }

  /// Hashes the fields in their order.
  public func hash(into hasher: inout Hasher) {
    for field in self { hasher.combine(field) }
  }
}
