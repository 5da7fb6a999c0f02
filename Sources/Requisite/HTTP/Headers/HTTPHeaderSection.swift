/// The fields of a received header section, kept as bytes. A name or a value becomes a string when it is read, because
/// servers send some thirty fields, of which a call reads two or three.
final class HTTPHeaderSection: Sendable {
  /// The places of a field's name and value, without the white space around them.
  private struct Field {
    let name: Range<Int>
    var value: Range<Int>
  }

  private let bytes: [UInt8]
  private let fields: [Field]

  /// The number of fields.
  var count: Int { fields.count }

  /// Reads header lines. Lines without a name are skipped. A folded line (RFC 9112 §5.2) continues the value before.
  init(lines: UnsafeRawBufferPointer) {
    var bytes = [UInt8](lines)
    var fields: [Field] = []
    fields.reserveCapacity(lines.count / 32 + 4)
    bytes.withUnsafeMutableBytes { Self.read($0, into: &fields) }
    (self.bytes, self.fields) = (bytes, fields)
  }

  /// The field at an index.
  subscript(index: Int) -> HTTPHeader {
    HTTPHeader(HTTPHeaderName(text(fields[index].name)), text(fields[index].value))
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

  private func forEachField(named name: HTTPHeaderName, _ body: (Field) -> Void) {
    var name = name.rawValue
    name.withUTF8 { name in
      for field in fields where field.name.count == name.count {
        let isEqual = zip(bytes[field.name], name).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
        if isEqual { body(field) }
      }
    }
  }

  /// Decodes bytes as UTF-8, or as ISO 8859-1 if they are not valid UTF-8.
  private func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBytes { bytes in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes[range])
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
  }
}

extension HTTPHeaderSection {
  private static func read(_ bytes: UnsafeMutableRawBufferPointer, into fields: inout [Field]) {
    let lines = UnsafeRawBufferPointer(bytes)
    var start = 0
    while start < lines.count {
      let end = lines.firstIndex(of: UInt8(ascii: "\n"), in: start..<lines.count) ?? lines.count
      let line = trimmed(start..<end, of: lines)
      if ASCII.isWhitespace(lines[start]), let last = fields.indices.last {
        if !line.isEmpty { fields[last].value = join(fields[last].value, line, in: bytes) }
      } else if let colon = lines.firstIndex(of: UInt8(ascii: ":"), in: line), colon > line.lowerBound {
        let name = trimmed(line.lowerBound..<colon, of: lines)
        fields.append(Field(name: name, value: trimmed((colon + 1)..<line.upperBound, of: lines)))
      }
      start = end + 1
    }
  }

  /// Moves a folded line behind the value before it, with one space between them. The line end between them makes room
  /// for the space.
  private static func join(
    _ value: Range<Int>, _ line: Range<Int>, in bytes: UnsafeMutableRawBufferPointer
  ) -> Range<Int> {
    bytes[value.upperBound] = UInt8(ascii: " ")
    for (index, source) in line.enumerated() { bytes[value.upperBound + 1 + index] = bytes[source] }
    return value.lowerBound..<(value.upperBound + 1 + line.count)
  }

  private static func trimmed(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, ASCII.isWhitespace(bytes[start]) { start += 1 }
    while end > start, ASCII.isWhitespace(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }
}
