import Foundation

/// Texts made at random: most fit the schema, some nearly do, some are not JSON.
struct DocumentMaker {
  var random: Seeded

  mutating func text(for schema: Schema) -> String {
    var text = ""
    write(schema, &text, depth: 0)
    return text
  }

  private mutating func write(_ schema: Schema, _ text: inout String, depth: Int) {
    if random.oneIn(24) { return text += anything() }
    space(&text)
    switch schema {
    case .bool: text += random.oneIn(2) ? "true" : "false"
    case .int, .int8, .uint16, .int64, .uint64: text += integer()
    case .double, .float, .decimal: text += number()
    case .string: text += string()
    case .date:
      text += random.oneIn(3) ? "\"2026-0\(random.below(10))-1\(random.below(10))T12:00:00Z\"" : number()
    case .data:
      text +=
        random.oneIn(4) ? "[1, 2, 255]" : ["\"\"", "\"aGk=\"", "\"aGk\"", "\"\\/\\/8=\""][random.below(4)]
    case .url:
      text += ["\"https://example.com/a?b=c\"", "\"\"", "\"a b\"", "\"http:\\/\\/x\""][random.below(4)]
    case .uuid: text += random.oneIn(5) ? "\"x\"" : "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\""
    case .ints, .optionalInts: list(&text) { $0 + $1.integer() }
    case .doubles: list(&text) { $0 + $1.number() }
    case .strings: list(&text) { $0 + $1.string() }
    case .optional(let inner):
      if random.oneIn(3) { text += "null" } else { write(inner, &text, depth: depth) }
    case .array(let inner):
      list(&text) { before, maker in
        var text = before
        maker.write(inner, &text, depth: depth + 1)
        return text
      }
    case .dictionary(let inner): members(&text, (0..<random.below(5)).map { _ in (key(), inner) }, depth)
    case .numbered(let inner):
      members(
        &text,
        (0..<random.below(5)).map { _ in (random.oneIn(9) ? key() : "\"\(random.below(20))\"", inner) }, depth
      )
    case .object(let list): members(&text, objectMembers(list), depth)
    case .tuple(let schemas):
      text += "["
      for (index, schema) in schemas.enumerated() {
        if index > 0 { text += "," }
        write(schema, &text, depth: depth + 1)
      }
      text += random.oneIn(6) ? ",1]" : "]"
    case .wrapped(let inner): write(inner, &text, depth: depth)
    }
    space(&text)
  }

  private mutating func objectMembers(_ list: [Schema.Member]) -> [(String, Schema)] {
    var members = list.filter { _ in !random.oneIn(7) }.map { member in
      let name = member.access == .super ? "super" : member.name
      return (random.oneIn(12) ? "\"\(name)\"".uppercased() : quoted(name), member.schema)
    }
    if random.oneIn(4), let first = members.first { members.append(first) }
    if random.oneIn(3) { members.append((key(), .int)) }
    if random.oneIn(40) { members += (0..<80).map { ("\"key\($0)\"", .int) } }
    if random.oneIn(2) { members.shuffle(using: &random) }
    return members
  }

  private mutating func quoted(_ name: String) -> String {
    guard random.oneIn(8), let first = name.utf16.first else { return "\"\(name)\"" }
    let digits = String(first, radix: 16)
    return "\"\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)\(name.dropFirst())\""
  }

  private mutating func members(_ text: inout String, _ members: [(String, Schema)], _ depth: Int) {
    text += "{"
    for (index, (key, schema)) in members.enumerated() {
      if index > 0 { text += "," }
      space(&text)
      text += key
      space(&text)
      text += ":"
      write(schema, &text, depth: depth + 1)
    }
    text += random.oneIn(60) ? ",}" : "}"
  }

  private mutating func list(_ text: inout String, _ element: (String, inout DocumentMaker) -> String) {
    text += "["
    for index in 0..<random.below(5) {
      text = element(index > 0 ? text + "," : text, &self)
    }
    text += random.oneIn(60) ? ",]" : "]"
  }

  private mutating func space(_ text: inout String) {
    if random.oneIn(6) { text += [" ", "\n", "\t", "\r\n", "  \n  "][random.below(5)] }
  }

  private mutating func key() -> String {
    random.oneIn(8) ? string() : quoted(Schema.names[random.below(Schema.names.count)])
  }

  mutating func integer() -> String {
    let edges = [
      "0", "-0", "00", "-", "1.0", "1e2", "1.5", "127", "128", "-128", "-129", "65535", "65536",
      "9007199254740993",
      "9007199254740993.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "1e400", "1E+2",
      "12345678901",
      "100000000000000000000e-2", "0.1e1", "1.0000000000000000001",
    ]
    return random.oneIn(6) ? edges[random.below(edges.count)] : "\(Int(random.next() % 4000) - 100)"
  }

  mutating func number() -> String {
    let edges = [
      "1e400", "-1e400", "1e-400", "0.0e5", "-0", "-0.0", "0.1", "1.", ".5", "1e", "1e+", "01.5", "1.5.2",
      "1e5e5", "+1",
      "4.9e-324", "1.7976931348623157e308", "2.2250738585072011e-308", "123456789012345678901234567890.5",
      "1-2",
      "9007199254740993", "0.30000000000000004", "16777217", "3.4028236e38", "1e22", "1e23", "8.5e-46",
      "0.000000000000000000000000000000000000000000000000000001", "179769313486231580793e289", "\"NaN\"",
      "\"INF\"",
    ]
    switch random.below(6) {
    case 0: return edges[random.below(edges.count)]
    case 1: return integer()
    case 2: return "\(Double(bitPattern: random.next()))"
    case 3: return "\(random.next() % 100_000).\(random.next() % 100_000)"
    case 4: return "\(random.next())e\(Int(random.next() % 60) - 30)"
    default: return "\(Double(random.next() % 1_000_000) / 1000)"
    }
  }

  mutating func string() -> String {
    let pieces = [
      "a", "hello world", "ü", "日本", "👩‍🚀", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "\\ud83d\\ude00",
      "\\u0000", "e\u{301}",
      "K", "\u{212a}", "created_at", "_x__y_", "longer than sixteen bytes of ASCII", "\\b\\f\\r\\t", "INF",
      "\u{7f}",
    ]
    let broken = [
      "\\ud83d", "\\ude00", "\\x", "\\u12", "\u{1}", "\\u00zz", "\\ud83dx", "\\ud83d\\u0041", "\t", "\\",
    ]
    var text = "\""
    for _ in 0..<random.below(4) { text += pieces[random.below(pieces.count)] }
    if random.oneIn(30) { text += broken[random.below(broken.count)] }
    return text + "\""
  }

  mutating func anything() -> String {
    let texts = [
      "null", "true", "1", "\"x\"", "[]", "{}", "[1]", "{\"a\":1}", "nul", "", "]", "tru", "\"", "[1,,2]",
      "{\"a\"}",
    ]
    return texts[random.below(texts.count)]
  }
}
