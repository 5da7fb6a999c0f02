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
    (self.bytes, self.fields) = (bytes, fields)
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
  func isPlainly(_ accepted: String, _ name: HTTPHeaderName) -> Bool {
    var (count, isPlain) = (0, false)
    forEachField(named: name) { field in
      count += 1
      isPlain = bytes.withUnsafeBufferPointer {
        MediaType.isPlainly(UnsafeBufferPointer(rebasing: $0[field.value]), accepted)
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

  /// True if both are the same fields in the same memory: this is decided at once, and false says nothing.
  func isIdentical(to other: HTTPHeaders) -> Bool {
    guard section == nil, other.section == nil else { return false }
    return added.withUnsafeBufferPointer { fields in
      other.added.withUnsafeBufferPointer { $0.baseAddress == fields.baseAddress && $0.count == fields.count }
    }
  }
}
