/// Sets JSON on lines, indented by two spaces, its members in the order they have. Text that is no JSON, or is cut
/// off, comes out as far as it goes.
enum JSONIndenter {
  static func indented(_ text: String) -> String {
    var result = ""
    var depth = 0
    var (inString, escaped) = (false, false)
    var previous: Unicode.Scalar = " "
    func newLine() { result += "\n" + String(repeating: "  ", count: max(0, depth)) }
    for character in text.unicodeScalars {
      if inString {
        result.unicodeScalars.append(character)
        inString = escaped || character != "\""
        escaped = !escaped && character == "\\"
        previous = character
        continue
      }
      if character.properties.isWhitespace { continue }
      let isOpening = previous == "{" || previous == "["
      switch character {
      case "}", "]":
        depth -= 1
        if !isOpening { newLine() }
        result.unicodeScalars.append(character)
      case ",":
        result += ","
        newLine()
      case ":": result += ": "
      default:
        if isOpening { newLine() }
        result.unicodeScalars.append(character)
        if character == "{" || character == "[" { depth += 1 }
        inString = character == "\""
      }
      previous = character
    }
    return result
  }
}
