/// Header lines as they arrive: their bytes, and the ranges of the fields in them. Each line is taken apart once.
package struct HTTPHeaderLines: Sendable {
  /// The number of bytes received, line ends included.
  package private(set) var size = 0
  /// The lines of the fields, without their line ends.
  package private(set) var bytes: [UInt8] = []
  /// The ranges of the fields in ``bytes``.
  package private(set) var fields: [Field] = []

  /// The ranges of a field's name and value, without the white space around them.
  package struct Field: Sendable {
    package let name: Range<Int>
    package fileprivate(set) var value: Range<Int>
  }

  package init() {}

  /// True if there is no field.
  package var isEmpty: Bool { fields.isEmpty }

  /// Returns the values of all fields with this name, which is in lower case, in order.
  package func values(ofName name: String) -> [String] {
    fields.filter { ASCII.equalIgnoringCase(bytes[$0.name], lowercased: name) }
      .map { String(decoding: bytes[$0.value], as: UTF8.self) }
  }

  /// Reserves memory for a section of the usual size, so that it is not moved while it grows. With the header of the array,
  /// the bytes take 1 KiB, which the allocator keeps at hand for each thread.
  package mutating func reserve() {
    bytes.reserveCapacity(992)
    fields.reserveCapacity(16)
  }

  /// Removes all lines, and keeps their memory.
  package mutating func restart() {
    size = 0
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }

  /// Appends a line and returns it. A line without a name is no field. A folded line (RFC 9112 §5.2) continues the value
  /// before.
  @discardableResult
  package mutating func append(_ line: UnsafeRawBufferPointer) -> HTTPHeaderLine {
    size += line.count
    let line = HTTPHeaderLine(line)
    if line.isFolded, !fields.isEmpty {
      fold(line)
    } else if let colon = line.colon {
      let name = line.trimmed(0..<colon)
      if !name.isEmpty { append(name, line.trimmed((colon + 1)..<line.bytes.count), of: line) }
    }
    return line
  }

  private mutating func append(_ name: Range<Int>, _ value: Range<Int>, of line: HTTPHeaderLine) {
    let start = bytes.count
    bytes.append(contentsOf: line.bytes)
    fields.append(
      Field(
        name: (start + name.lowerBound)..<(start + name.upperBound),
        value: (start + value.lowerBound)..<(start + value.upperBound)))
  }

  /// Adds a folded line to the last value, with one space between them.
  private mutating func fold(_ line: HTTPHeaderLine) {
    let added = line.trimmed(0..<line.bytes.count)
    guard !added.isEmpty, var last = fields.popLast() else { return }
    bytes.removeSubrange(last.value.upperBound...)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: line.bytes[added])
    last.value = last.value.lowerBound..<bytes.count
    fields.append(last)
  }
}

/// A line of a header section.
package struct HTTPHeaderLine {
  /// The line without its line end, CR LF or LF.
  package let bytes: UnsafeRawBufferPointer
  /// The position of the first colon; nil if the line has none.
  package let colon: Int?

  package init(_ line: UnsafeRawBufferPointer) {
    var count = line.count
    if count > 0, line[count - 1] == UInt8(ascii: "\n") { count -= 1 }
    if count > 0, line[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    bytes = UnsafeRawBufferPointer(rebasing: line[..<count])
    colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: 0..<count)
  }

  /// True if the line is empty or begins with white space.
  @inlinable package var isFolded: Bool { bytes.first.map(ASCII.isWhitespace) ?? true }

  /// The bytes before the colon; the whole line if it has none.
  @inlinable package var name: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[..<(colon ?? bytes.count)])
  }

  /// The bytes after the colon, without the white space around them; empty without a colon.
  package var value: UnsafeRawBufferPointer {
    let start = colon.map { $0 + 1 } ?? bytes.count
    return UnsafeRawBufferPointer(rebasing: bytes[trimmed(start..<bytes.count)])
  }

  /// The range without the white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, ASCII.isWhitespace(bytes[start]) { start += 1 }
    while end > start, ASCII.isWhitespace(bytes[end - 1]) || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }
}

/// The first line of a response (RFC 9112 §4).
package struct HTTPStatusLine {
  /// The three digits of the status code as a number, which may be below 100.
  package let status: Int
  /// True for a version `1.` with one digit.
  package let isHTTP1: Bool
  /// True for version `1.0`.
  package let isHTTP10: Bool
  /// True for version `2`, which libcurl writes without a minor number.
  package let isHTTP2: Bool

  /// Reads a line, with or without its line end. Returns nil for a line that is no status line.
  package init?(_ line: UnsafeRawBufferPointer) {
    guard line.count > 5, let base = line.baseAddress, memcmp(base, "HTTP/", 5) == 0,
      let space = line.firstIndex(of: UInt8(ascii: " "), in: 5..<line.count)
    else { return nil }
    var (code, position) = (0, space + 1)
    while position < line.count, ASCII.isDigit(line[position]), position <= space + 3 {
      code = code * 10 + Int(line[position] - UInt8(ascii: "0"))
      position += 1
    }
    guard position == space + 4 else { return nil }
    if position < line.count {
      guard ASCII.isWhitespace(line[position]) || line[position] == 13 || line[position] == 10 else {
        return nil
      }
    }
    status = code
    isHTTP1 =
      space == 8 && line[5] == UInt8(ascii: "1") && line[6] == UInt8(ascii: ".") && ASCII.isDigit(line[7])
    isHTTP10 = isHTTP1 && line[7] == UInt8(ascii: "0")
    isHTTP2 = space == 6 && line[5] == UInt8(ascii: "2")
  }
}
