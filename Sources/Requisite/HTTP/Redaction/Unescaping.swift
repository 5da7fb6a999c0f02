/// Decodes the escapes of URLs, JSON strings and HTML.
enum Unescaping {
  /// A name with its JSON and percent escapes decoded, through up to three layers of JSON and any number of the others.
  static func name(_ bytes: some Collection<UInt8>) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    for _ in 0..<3 {
      let (isJSON, isPercent) = (
        text.utf8.contains(UInt8(ascii: "\\")), text.utf8.contains(UInt8(ascii: "%"))
      )
      guard isJSON || isPercent else { break }
      let before = text
      if isJSON { text = json(Array(text.utf8)[...]) }
      if isPercent { text = percent(text.utf8) }
      if text.utf8.elementsEqual(before.utf8) { break }
    }
    return text
  }

  /// The bytes as text without percent escapes: they are decoded until none is left, however often they were encoded.
  static func percent(_ bytes: some Collection<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      result.append(byte)
      while result.count > 2, result[result.count - 3] == UInt8(ascii: "%"),
        let decoded = Hexadecimal.byte(result.suffix(2))
      {
        result.removeLast(3)
        result.append(decoded)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The inside of a JSON string with its escapes decoded. Each half of a surrogate pair becomes U+FFFD; the backslash of
  /// an unknown or invalid escape is dropped.
  static func json(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = bytes.startIndex
    while place < bytes.endIndex {
      guard bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.endIndex else {
        result.append(bytes[place])
        place += 1
        continue
      }
      if bytes[place + 1] == UInt8(ascii: "u"), let value = number(bytes, from: place + 2) {
        result += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
        place += 6
      } else {
        result.append(character(bytes[place + 1]))
        place += 2
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// What a backslash and this byte stand for. A byte that is no escape stands for itself.
  private static func character(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    default: byte
    }
  }

  /// The number that four hexadecimal digits at `start` represent; nil if there are no four digits.
  private static func number(_ bytes: ArraySlice<UInt8>, from start: Int) -> UInt32? {
    guard start + 4 <= bytes.endIndex else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = Hexadecimal.digit(byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension Unescaping {
  private static let entities: [String: Unicode.Scalar] = [
    "quot": "\"", "apos": "'", "amp": "&", "lt": "<", "gt": ">",
  ]

  /// True if an entity at `place` stands for a quotation mark, as in JSON that an HTML page contains.
  static func isQuote(_ bytes: [UInt8], at place: Int) -> Bool {
    guard let found = entity(bytes[...], at: place) else { return false }
    return found.scalar == "\"" || found.scalar == "'"
  }

  /// Text of HTML with its numbered entities decoded, and those of quotation marks, `&`, `<` and `>`.
  static func html(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if bytes[place] == UInt8(ascii: "&"), let found = entity(bytes, at: place) {
        result += String(found.scalar).utf8
        place = found.end
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The character that the entity at `place` stands for, and the offset after it.
  private static func entity(_ bytes: ArraySlice<UInt8>, at place: Int) -> (scalar: Unicode.Scalar, end: Int)?
  {
    guard let end = bytes[place...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[place..<end].dropFirst(), as: UTF8.self)
    if let scalar = entities[name] { return (scalar, end + 1) }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = name.utf8.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let value = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return value.flatMap(Unicode.Scalar.init).map { ($0, end + 1) }
  }
}
