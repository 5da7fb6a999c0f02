// The ends of values.
extension TextValue {
  /// The offset after the closing quotation mark of a string and after any text that follows the mark without a gap. The
  /// closing mark has at most `escapes` backslashes before it, as many as the opening one; if that is 0, an even number.
  static func endOfString(_ bytes: ArraySlice<UInt8>, from start: Int, quote: UInt8, escapes: Int)
    -> Int
  {
    var (place, backslashes) = (start, 0)
    while place < bytes.endIndex {
      if bytes[place] == quote, escapes == 0 ? backslashes % 2 == 0 : backslashes <= escapes {
        place += 1
        while place < bytes.endIndex, bytes[place] >= 0x80 || isBase64URL(bytes[place]) { place += 1 }
        return place
      }
      backslashes = bytes[place] == UInt8(ascii: "\\") ? backslashes + 1 : 0
      place += 1
    }
    return place
  }

  /// The offset after the bracket that closes an array or object; the end of the text if it is never closed.
  static func endOfGroup(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var (place, depth, inString, isEscaped) = (start, 0, false, false)
    while place < bytes.endIndex {
      let byte = bytes[place]
      place += 1
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = inString
      } else if byte == UInt8(ascii: "\"") {
        inString.toggle()
      } else if !inString, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if !inString, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return place }
      }
    }
    return place
  }

  static func endOfScalar(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var place = start
    while place < bytes.endIndex {
      switch bytes[place] {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return place
      case UInt8(ascii: "\""): if place + 1 == bytes.endIndex || endsString(bytes[place + 1]) { return place }
      default: break
      }
      place += 1
    }
    return place
  }

  /// The end of the line, or of the JSON string that contains the line.
  static func endOfLine(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var place = start
    while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\n"), bytes[place] != UInt8(ascii: "\r") {
      if bytes[place] == UInt8(ascii: "\""), place + 1 == bytes.endIndex || endsString(bytes[place + 1]) {
        return place
      }
      place += 1
    }
    return place
  }

  /// The end of the line; if the line only announces a block of YAML, as in `password: |`, the end of the block, whose
  /// lines are indented or empty.
  static func endOfLines(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var end = endOfLine(bytes, from: start)
    guard bytes[start] == UInt8(ascii: "|") || bytes[start] == UInt8(ascii: ">"),
      bytes[start..<end].dropFirst().allSatisfy({ isSpace($0) || blockMarks.contains($0) })
    else { return end }
    while let next = bytes[end...].firstIndex(where: { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    ),
      isSpace(bytes[next])
    {
      end = endOfLine(bytes, from: next)
    }
    return end
  }

  private static let blockMarks = ByteSet("+-0123456789")

  private static func endsString(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }

  /// The end of an unquoted value after `=` in a form, a query, a cookie or a parameter.
  static func endOfBare(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var place = start
    while place < bytes.endIndex, !isSpace(bytes[place]) {
      switch bytes[place] {
      case UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"):
        return place
      case UInt8(ascii: ";"), UInt8(ascii: ","):
        var next = place + 1
        while next < bytes.endIndex, isNameByte(bytes[next]) { next += 1 }
        if next > place + 1, next < bytes.endIndex, bytes[next] == UInt8(ascii: "=") { return place }
        // No name and `=` follow, so the separator is part of the value.
        place = next
      default: place += 1
      }
    }
    return place
  }
}
