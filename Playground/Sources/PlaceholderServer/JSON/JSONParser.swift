import Foundation

/// Reads JSON (RFC 8259) and keeps the order of members, which Foundation's decoders do not.
///
/// Of two members with one name the last one counts. Nesting is bounded, so no text can exhaust the stack.
struct JSONParser {
  static let maximumDepth = 64

  let bytes: [UInt8]
  var position = 0
  private var depth = 0

  /// - Throws: ``JSONSyntaxError`` for anything that is not exactly one JSON value in UTF-8.
  static func parse(_ data: Data) throws(JSONSyntaxError) -> JSON {
    guard let text = String(data: data, encoding: .utf8) else {
      throw JSONSyntaxError(reason: "The text is not UTF-8", offset: 0)
    }
    var parser = JSONParser(bytes: Array(text.utf8))
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == parser.bytes.count else { throw parser.error("Something follows the value") }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func value() throws(JSONSyntaxError) -> JSON {
    skipSpace()
    switch peek {
    case "{": return .object(try nested { parser throws(JSONSyntaxError) in try parser.object() })
    case "[": return .array(try nested { parser throws(JSONSyntaxError) in try parser.array() })
    case "\"": return .string(try string())
    case "t": return try word("true", means: .bool(true))
    case "f": return try word("false", means: .bool(false))
    case "n": return try word("null", means: .null)
    case nil: throw error("The text ends where a value is expected")
    default: return try number()
    }
  }

  private mutating func nested<Value>(
    _ read: (inout JSONParser) throws(JSONSyntaxError) -> Value
  ) throws(JSONSyntaxError) -> Value {
    guard depth < Self.maximumDepth else { throw error("Nested more than \(Self.maximumDepth) deep") }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private mutating func object() throws(JSONSyntaxError) -> Record {
    var record = Record()
    try list(from: "{", to: "}") { parser throws(JSONSyntaxError) in
      guard parser.peek == "\"" else { throw parser.error("A member's name in quotes is expected") }
      let key = try parser.string()
      try parser.expect(":")
      record[key] = try parser.value()
    }
    return record
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSON] {
    var elements: [JSON] = []
    try list(from: "[", to: "]") { parser throws(JSONSyntaxError) in
      elements.append(try parser.value())
    }
    return elements
  }

  private mutating func list(
    from open: Unicode.Scalar, to close: Unicode.Scalar,
    element: (inout JSONParser) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    try expect(open)
    skipSpace()
    if take(close) { return }
    repeat {
      skipSpace()
      try element(&self)
      skipSpace()
    } while take(",")
    try expect(close)
  }

  private mutating func word(_ word: String, means value: JSON) throws(JSONSyntaxError) -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw error("This is no JSON value") }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSON {
    let start = position
    while let next = peek, "+-.eE0123456789".unicodeScalars.contains(next) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else {
      position = start
      throw error("This is no JSON value")
    }
    return .number(text)
  }
}
