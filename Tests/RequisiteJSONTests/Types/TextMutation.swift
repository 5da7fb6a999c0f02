import Foundation

/// Changes a JSON text a little: replaces, removes, repeats or exchanges a few of its tokens and values.
struct TextMutation {
  var maker: DocumentMaker

  mutating func mutate(_ text: String) -> String {
    var tokens = Self.tokens(of: text)
    for _ in 0..<[0, 1, 1, 1, 2, 4][maker.random.below(6)] where !tokens.isEmpty { change(&tokens) }
    return tokens.joined()
  }

  private mutating func change(_ tokens: inout [String]) {
    let place = maker.random.below(tokens.count)
    let value = Self.value(at: place, in: tokens)
    let other = Self.value(at: maker.random.below(tokens.count), in: tokens)
    switch maker.random.below(9) {
    case 0: tokens.replaceSubrange(value, with: [maker.string()])
    case 1: tokens.replaceSubrange(value, with: [maker.number()])
    case 2: tokens.replaceSubrange(value, with: [maker.integer()])
    case 3: tokens.replaceSubrange(value, with: [maker.anything()])
    case 4: tokens.replaceSubrange(value, with: Array(tokens[other]))
    case 5: tokens.remove(at: place)
    case 6: tokens.insert([" ", "\n", "\t\r", "null", ","][maker.random.below(5)], at: place)
    case 7: tokens.insert(contentsOf: tokens[other] + [","], at: value.lowerBound)
    default: tokens[place] = String(tokens[place].unicodeScalars.dropLast().map(Character.init))
    }
  }

  /// The tokens of the value that begins at a place; one token if none begins there.
  private static func value(at place: Int, in tokens: [String]) -> Range<Int> {
    var depth = 0
    for index in place..<tokens.count {
      if tokens[index] == "[" || tokens[index] == "{" { depth += 1 }
      if tokens[index] == "]" || tokens[index] == "}" { depth -= 1 }
      if depth <= 0 { return place..<index + 1 }
    }
    return place..<tokens.count
  }

  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var token = ""
    var isString = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      let character = Character(scalar)
      if isString {
        token.append(character)
        (isString, isEscaped) = (isEscaped || scalar != "\"", !isEscaped && scalar == "\\")
        if !isString { (tokens, token) = (tokens + [token], "") }
      } else if "[]{},:\" ".unicodeScalars.contains(scalar) {
        if !token.isEmpty { tokens.append(token) }
        token = scalar == "\"" ? "\"" : ""
        isString = scalar == "\""
        if !isString { tokens.append(String(character)) }
      } else {
        token.append(character)
      }
    }
    return token.isEmpty ? tokens : tokens + [token]
  }
}
