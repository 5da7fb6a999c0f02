extension AuthenticationChallenge {
  /// The challenges in the value of a field. Commas stand between challenges and between parameters alike: a part that
  /// begins with a word and no `=` begins the next challenge.
  static func list(_ text: String) -> [AuthenticationChallenge] {
    var challenges: [AuthenticationChallenge] = []
    for part in HTTPQuoting.split(text, at: ",") where !part.isEmpty {
      if let parameter = Parameter(part) {
        challenges.addParameter(parameter)
      } else if let challenge = AuthenticationChallenge(part) {
        challenges.append(challenge)
      }
    }
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
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = ASCII.trimmed(text[..<equals])
    let value = ASCII.trimmed(text[text.index(after: equals)...])
    guard Token.isValid(name), let value = HTTPQuoting.unquoted(value) else { return nil }
    self.init(String(name), value)
  }
}

extension [AuthenticationChallenge] {
  /// Parameters before the first scheme belong to nothing and are dropped.
  fileprivate mutating func addParameter(_ parameter: AuthenticationChallenge.Parameter) {
    guard let challenge = popLast() else { return }
    append(
      AuthenticationChallenge(
        scheme: challenge.scheme, parameters: challenge.parameters + [parameter], token: challenge.token))
  }
}
