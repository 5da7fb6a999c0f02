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
        // A mark that is written twice stands for itself in YAML, SQL and tables.
        if escapes == 0, place < bytes.endIndex, bytes[place] == quote {
          place += 1
          continue
        }
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

  /// The end of the line and of the lines that continue it: those that are indented further than the name, as in YAML
  /// and folded header fields. If the line has no value, a list without indentation or a single word below it counts too.
  static func endOfBlock(_ bytes: ArraySlice<UInt8>, from start: Int, indent: Int?) -> Int {
    var end = endOfLine(bytes, from: start)
    guard let indent else { return end }
    let isEmpty = end == start
    while let next = bytes[end...].firstIndex(where: { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    ),
      next > end
    {
      let text = bytes[next..<endOfLine(bytes, from: next)].drop(while: isBlank)
      let isItem = text.startIndex - next == indent && text.first == UInt8(ascii: "-")
      guard text.startIndex - next > indent || isEmpty && (isItem || end == start && isWord(text)) else {
        break
      }
      end = text.endIndex
    }
    return end
  }

  /// True if a line can be the value of the name above it: without blanks, a further name or a tag.
  private static func isWord(_ line: ArraySlice<UInt8>) -> Bool {
    !line.isEmpty && !line.contains(where: isBlank) && line.last != UInt8(ascii: ":")
      && line.first != UInt8(ascii: "<") && line.first != UInt8(ascii: "-")
  }

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

// Values in the notations of PHP, Python and TOML.
extension TextValue {
  /// The range of a value as PHP's `var_dump` writes it after `=>`: `string(6) "secret"`, with the length in bytes, or a
  /// group such as `array(1) { … }`; nil for any other value.
  static func dump(_ bytes: ArraySlice<UInt8>, from start: Int) -> Range<Int>? {
    guard let first = bytes[start...].prefix(64).firstIndex(where: { !isSpace($0) }) else { return nil }
    let type = bytes[first...].prefix { isLetter($0) }
    let digits = bytes[type.endIndex...].prefix(64).dropFirst().prefix {
      $0 != UInt8(ascii: ")") && !isSpace($0)
    }
    guard bytes[type.endIndex...].first == UInt8(ascii: "("), !digits.isEmpty,
      let next = bytes[digits.endIndex...].dropFirst().firstIndex(where: { $0 != UInt8(ascii: " ") })
    else { return nil }
    if type.elementsEqual("string".utf8), isQuote(bytes[next]) {
      let count = Int(String(decoding: digits.prefix(9), as: UTF8.self)) ?? 0
      return first..<min(next + count + 2, bytes.endIndex)
    }
    guard let open = bytes[next...].prefix(256).firstIndex(of: UInt8(ascii: "{")),
      !bytes[next..<open].contains(UInt8(ascii: "\n"))
    else { return nil }
    return first..<endOfGroup(bytes, from: open)
  }

  /// The offset after a string in three quotation marks; nil for any other string.
  static func endOfTripleQuoted(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    let mark = bytes[start...].prefix(3)
    guard mark.count == 3, isQuote(bytes[start]), mark.allSatisfy({ $0 == mark.first }) else { return nil }
    let search = ByteSearch(String(decoding: mark, as: UTF8.self))
    return bytes.withUnsafeBytes { search.offset(in: $0, from: start + 3 - bytes.startIndex) }.map {
      $0 + bytes.startIndex + 3
    } ?? bytes.endIndex
  }
}
