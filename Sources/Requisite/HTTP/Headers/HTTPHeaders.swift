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

  /// Creates headers from names and values, sorted by name, because a dictionary has no order.
  public init(_ fields: [String: String]) { self = fields.httpHeaders }

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
  func hasOnly(_ accepted: String, in name: HTTPHeaderName) -> Bool {
    if let section, !added.contains(where: { $0.name == name }) { return section.hasOnly(accepted, in: name) }
    let values = values(for: name)
    return values.count == 1 && values[0].withBytes { MediaType.isType(accepted, of: $0) }
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
    copy(self) { $0.merge(others) }
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

/// The fields of a received header section, kept as bytes. A name or a value becomes a string when it is read, because
/// servers send some thirty fields, of which a call reads two or three.
final class HTTPHeaderSection: Sendable {
  private let bytes: [UInt8]
  private let fields: [HTTPHeaderLines.Field]

  /// The number of fields.
  var count: Int { fields.count }

  /// Creates a section from its lines.
  convenience init(_ lines: HTTPHeaderLines) {
    self.init(bytes: lines.bytes, fields: lines.fields)
  }

  private init(bytes: [UInt8], fields: [HTTPHeaderLines.Field]) {
    self.bytes = bytes
    self.fields = fields
  }

  /// The field at an index.
  subscript(index: Int) -> HTTPHeader {
    HTTPHeader(HTTPHeaderName(text(fields[index].name)), text(fields[index].value))
  }

  /// The bytes of all names and values.
  var byteCount: Int { fields.reduce(0) { $0 + $1.name.count + $1.value.count } }

  /// The section without the fields with these names.
  func without(_ names: [HTTPHeaderName]) -> HTTPHeaderSection {
    func isNamed(_ field: HTTPHeaderLines.Field) -> Bool {
      names.contains { $0.rawValue.utf8.count == field.name.count && has(field, $0) }
    }
    guard fields.contains(where: isNamed) else { return self }
    return HTTPHeaderSection(bytes: bytes, fields: fields.filter { !isNamed($0) })
  }

  private func has(_ field: HTTPHeaderLines.Field, _ name: HTTPHeaderName) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let field = UnsafeBufferPointer(rebasing: bytes[field.name])
      return name.rawValue.withBytes { ASCII.equalIgnoringCase(field, $0) }
    }
  }

  /// A copy in just the memory that it needs. A section as it was received has room for more lines.
  func compacted() -> HTTPHeaderSection {
    HTTPHeaderSection(
      bytes: bytes.withUnsafeBufferPointer { Array($0) }, fields: fields.withUnsafeBufferPointer { Array($0) }
    )
  }

  func contains(_ name: HTTPHeaderName) -> Bool {
    var found = false
    forEachField(named: name) { _ in found = true }
    return found
  }

  /// Calls `body` with the value of each field with this name, in order.
  func forEachValue(of name: HTTPHeaderName, _ body: (String) -> Void) {
    forEachField(named: name) { body(text($0.value)) }
  }

  /// Calls `body` with the bytes of the value of each field with this name, in order.
  func forEachValue(of name: HTTPHeaderName, bytes body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      forEachField(named: name) { body(UnsafeBufferPointer(rebasing: bytes[$0.value])) }
    }
  }

  /// Whether there is one field with this name, and its value is the media type `accepted`: see ``HTTPHeaders``.
  func hasOnly(_ accepted: String, in name: HTTPHeaderName) -> Bool {
    var (count, isPlain) = (0, false)
    forEachField(named: name) { field in
      count += 1
      isPlain = bytes.withUnsafeBufferPointer {
        MediaType.isType(accepted, of: UnsafeBufferPointer(rebasing: $0[field.value]))
      }
    }
    return count == 1 && isPlain
  }

  private func forEachField(named name: HTTPHeaderName, _ body: (HTTPHeaderLines.Field) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      name.rawValue.withBytes { name in
        for field in fields where field.name.count == name.count {
          let other = UnsafeBufferPointer(rebasing: bytes[field.name])
          if ASCII.equalIgnoringCase(other, name) { body(field) }
        }
      }
    }
  }

  /// Decodes bytes as UTF-8, or as ISO 8859-1 if they are not valid UTF-8.
  private func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      let bytes = UnsafeBufferPointer(rebasing: bytes[range])
      // Nearly all values are ASCII, which needs no further check. This reads many bytes at a time.
      guard bytes.reduce(0, |) >= 0x80 else { return String(decoding: bytes, as: UTF8.self) }
      if let text = UTF8Text.string(bytes) { return text }
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}

extension HTTPHeaderLines {
  /// The fields as header fields.
  package var headers: HTTPHeaders { HTTPHeaders(HTTPHeaderSection(self)) }
}

extension HTTPHeaders {
  /// Moves a received section to just the memory that it needs, because the fields are kept for long.
  mutating func compact() {
    section = section?.compacted()
  }

  /// Calls `body` with the bytes of the value of each field with this name, in order, which makes no strings of them.
  func forEachValue(of name: HTTPHeaderName, bytes body: (UnsafeBufferPointer<UInt8>) -> Void) {
    section?.forEachValue(of: name, bytes: body)
    for field in added where field.name == name { field.value.withBytes(body) }
  }

  /// True if the body has or had a content coding. Then lengths and offsets are not those of the decoded bytes.
  var isCoded: Bool {
    values(for: .contentEncoding).contains {
      !ASCII.equalIgnoringCase(String(ASCII.trimmed($0[...])), "identity")
    }
  }

  /// True if a request with these fields asks for no content coding.
  var asksForNoCoding: Bool {
    values(for: .acceptEncoding).allSatisfy { ASCII.equalIgnoringCase($0, "identity") }
  }

  /// True if both are the same fields in the same memory: this is decided at once, and false says nothing.
  func isIdentical(to other: HTTPHeaders) -> Bool {
    guard section == nil, other.section == nil else { return false }
    return added.withUnsafeBufferPointer { fields in
      other.added.withUnsafeBufferPointer { $0.baseAddress == fields.baseAddress && $0.count == fields.count }
    }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  /// Creates headers from names and values, in their order; a name may repeat.
  public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
    self.init(elements.map { HTTPHeader($0, $1) })
  }

  /// Creates headers from fields, in their order.
  public init(arrayLiteral fields: HTTPHeader...) {
    self.init(fields)
  }
}

extension HTTPHeaders: PrintedByDescription {
  /// One field per line; values of fields outside of ``Redaction/harmlessFields`` are redacted. Read
  /// ``HTTPHeader/value`` to see one.
  public var description: String {
    map { "\($0.name): \($0.printableValue)" }.joined(separator: "\n")
  }

  /// The fields with secrets redacted, so that `dump` does not reveal them either.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: map { "\($0.name): \($0.printableValue)" }, displayStyle: .collection)
  }
}
