/// The first line of a response (RFC 9112 §4).
package struct HTTPStatusLine {
  /// The three digits of the status code as a number, which may be below 100.
  package let status: Int
  /// True for a version `1.` with one digit.
  package let isHTTP1: Bool
  /// True for version `1.0`.
  package let isHTTP10: Bool
  /// True for a version that begins with `2`.
  package let isHTTP2: Bool

  /// Reads a line, with or without its line end. Returns nil for a line that is no status line.
  package init?(_ line: UnsafeRawBufferPointer) {
    guard line.count > 5, let base = line.baseAddress, memcmp(base, "HTTP/", 5) == 0,
      let space = line.firstIndex(of: UInt8(ascii: " "), in: 5..<line.count)
    else { return nil }
    var (code, place) = (0, space + 1)
    while place < line.count, ASCII.isDigit(line[place]), place <= space + 3 {
      code = code * 10 + Int(line[place] - UInt8(ascii: "0"))
      place += 1
    }
    guard place == space + 4 else { return nil }
    if place < line.count {
      guard ASCII.isWhitespace(line[place]) || line[place] == 13 || line[place] == 10 else { return nil }
    }
    status = code
    isHTTP1 =
      space == 8 && line[5] == UInt8(ascii: "1") && line[6] == UInt8(ascii: ".") && ASCII.isDigit(line[7])
    isHTTP10 = isHTTP1 && line[7] == UInt8(ascii: "0")
    isHTTP2 = line[5] == UInt8(ascii: "2")
  }
}
