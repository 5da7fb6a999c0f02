/// Decides by name whether a header field, a query item or a member of a body is likely to contain a secret.
enum SecretName {
  /// Words that suggest a secret, in lower case. They also match a word up to its first digit, as in `password1`.
  private static let words: Set<String> = [
    "2fa", "apikey", "assertion", "auth", "authorization", "bearer", "cookie", "credential", "csrf", "cvc",
    "cvv",
    "dpop", "hmac", "jwe", "jws", "jwt", "key", "mfa", "oauth", "otp", "pass", "passcode", "passphrase",
    "passwd",
    "password", "pin", "pw", "pwd", "saml", "samlrequest", "samlresponse", "secret", "session", "sid", "sig",
    "signature", "token", "totp", "verifier", "xsrf",
  ]
  /// Plurals that suggest a secret. `sessions` is not among them, because it is mostly a count.
  private static let plurals: Set<String> = [
    "apikeys", "assertions", "cookies", "credentials", "jwts", "keys", "otps", "passcodes", "passphrases",
    "passwords",
    "pins", "secrets", "signatures", "tokens",
  ]
  private static let parts = [
    "apikey", "authorization", "passphrase", "passwd", "password", "secret", "sessid", "sessionid",
  ]
  private static let endings = [
    "accesskey", "authkey", "csrf", "jwt", "otp", "privatekey", "pwd", "signingkey", "token", "tokens",
    "xsrf",
  ]
  /// Words that make `tokens` a count, as in `max_tokens` in the usage figures of language models.
  private static let counts: Set<String> = [
    "cached", "completion", "input", "max", "min", "num", "output", "prompt", "reasoning", "total", "usage",
    "used",
  ]

  /// True if one of the words of `name` suggests a secret, as in `X-Api-Key`, `access_token` and `clientSecret`.
  static func matches(_ name: String) -> Bool {
    let all = words(in: name)
    if let last = all.last, last == "tokens", all.dropLast().contains(where: counts.contains) { return false }
    return all.contains(where: isSecret)
      || isSecret(all.joined()) && all.count > 1 && all.allSatisfy { $0.utf8.count == 1 }
  }

  private static func isSecret(_ word: String) -> Bool {
    if words.contains(word) || plurals.contains(word) { return true }
    let stem = Substring(word.utf8.prefix { $0 &- UInt8(ascii: "0") > 9 })
    if stem.utf8.count < word.utf8.count, words.contains(String(stem)) { return true }
    return parts.contains { ByteSearch($0).occurs(in: Data(word.utf8)) }
      || endings.contains { stem.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  /// True if the value of a member with this name can name another: `name` in `{"name": "password", "value": …}`.
  static func isWordForName(_ name: String) -> Bool {
    ["name", "key", "id", "field", "header", "param", "parameter", "variable"].contains(
      ASCII.lowercased(name))
  }

  /// True if a member with this name can contain the value that another member names, such as `value`.
  static func isWordForValue(_ name: String) -> Bool {
    ["value", "val", "values", "content", "data", "text"].contains(ASCII.lowercased(name))
  }

  /// The words of a name in lower case, split at punctuation and before capitals: `SAMLResponse` is two words.
  private static func words(in name: String) -> [String] {
    var result: [String] = []
    var word = ""
    var (previous, last): (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil)
    func isUpper(_ scalar: Unicode.Scalar?) -> Bool { scalar?.properties.isUppercase == true }
    for scalar in name.unicodeScalars {
      defer { (previous, last) = (last, scalar) }
      guard scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) else {
        if !word.isEmpty { result.append(word) }
        word = ""
        continue
      }
      if isUpper(scalar), !isUpper(last), !word.isEmpty {
        result.append(word)
        word = ""
      } else if isUpper(last), isUpper(previous), !isUpper(scalar), word.utf8.count > 2,
        let start = word.unicodeScalars.last
      {
        // The last of several capitals starts the next word.
        result.append(String(word.unicodeScalars.dropLast()))
        word = String(start)
      }
      word += scalar.properties.lowercaseMapping
    }
    return word.isEmpty ? result : result + [word]
  }
}

/// Recognizes text of an OAuth authorization flow. Only there `code` is a secret; elsewhere it is an error, country or
/// product code, which a log should show.
enum AuthorizationFlow {
  /// Names of OAuth parameters (RFC 6749, RFC 7636), in lower case and without punctuation.
  private static let names = [
    "granttype", "codeverifier", "redirecturi", "clientid", "sessionstate", "responsetype",
  ].map(ByteSearch.init)
  private static let code = ByteSearch("code")
  private static let state = ByteSearch("state=")

  /// True if the text contains `code` and a parameter name that is typical of an authorization flow.
  static func isIn(_ text: String) -> Bool {
    let letters = Data(
      text.utf8.lazy.map(ASCII.lowercased).filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") })
    guard code.occurs(in: letters) else { return false }
    return hasState(letters) || names.contains { $0.occurs(in: letters) }
  }

  /// True if the text contains `state=` that is not the end of a longer name.
  private static func hasState(_ text: Data) -> Bool {
    text.withUnsafeBytes { bytes in
      var start = 0
      while let place = state.offset(in: bytes, from: start) {
        if place == 0 || !TextValue.isLetter(bytes[place - 1]) { return true }
        start = place + 1
      }
      return false
    }
  }
}
