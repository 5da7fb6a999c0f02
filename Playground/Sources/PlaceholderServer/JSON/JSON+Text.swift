extension JSON {
  /// The value as json-server prints it: indented by two spaces per level, one member per line.
  var text: String {
    var text = ""
    write(to: &text, indent: "\n")
    return text
  }

  /// The value on one line.
  var line: String {
    // Line breaks in strings are escaped, so all others are between values.
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  private func write(to text: inout String, indent: String) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .number(let literal): text += literal
    case .string(let value): text += Self.quoted(value)
    case .array(let elements):
      Self.writeList(elements, in: ("[", "]"), to: &text, indent: indent) { element, text, indent in
        element.write(to: &text, indent: indent)
      }
    case .object(let record):
      Self.writeList(record.members, in: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        text += Self.quoted(member.key) + ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], in brackets: (String, String), to text: inout String, indent: String,
    write: (Element, inout String, String) -> Void
  ) {
    text += brackets.0
    var separator = ""
    for element in elements {
      text += separator + indent + "  "
      write(element, &text, indent + "  ")
      separator = ","
    }
    text += (elements.isEmpty ? "" : indent) + brackets.1
  }

  private static func quoted(_ value: String) -> String {
    guard value.utf8.contains(where: needsEscape) else { return "\"\(value)\"" }
    let escaped = value.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\0"..<" ": "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
