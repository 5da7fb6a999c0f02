extension AuthenticationChallenge {
  /// The challenges in the value of a field. Commas stand between challenges and between parameters alike: a part that
  /// begins with a word and no `=` begins the next challenge.
  static func list(_ text: String) -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    var current: AuthenticationChallenge?
    var further: [Parameter] = []
    func end() {
      guard let challenge = current else { return }
      challenges.append(
        AuthenticationChallenge(
          scheme: challenge.scheme, parameters: challenge.parameters + further, token: challenge.token))
    }
    for part in HTTPQuoting.split(text, at: ",") where !part.isEmpty {
      if let parameter = Parameter(part) {
        // Parameters before the first scheme belong to nothing.
        if current != nil { further.append(parameter) }
      } else if let challenge = AuthenticationChallenge(part) {
        end()
        (current, further) = (challenge, [])
      }
    }
    end()
    return challenges
  }

  /// Reads the scheme, and what stands behind it up to the first comma: nothing, a parameter or a token.
  private init?(_ part: Substring) {
    let space = part.utf8.firstIndex(where: ASCII.isWhitespace) ?? part.endIndex
    guard Token.isValid(part[..<space]) else { return nil }
    let rest = ASCII.trimmed(part[space...])
    let parameter = Parameter(rest)
    self.init(
      scheme: String(part[..<space]), parameters: parameter.map { [$0] } ?? [],
      token: parameter == nil && !rest.isEmpty ? String(rest) : nil)
  }
}

extension AuthenticationChallenge.Parameter {
  /// Reads `name=value` or `name="value"`; there may be white space round the sign.
  fileprivate init?(_ text: Substring) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = ASCII.trimmed(text[..<equals])
    let value = ASCII.trimmed(text[text.utf8.index(after: equals)...])
    guard Token.isValid(name), let value = HTTPQuoting.unquoted(value) else { return nil }
    self.init(String(name), value)
  }
}
