/// Decides by name whether a header field, a query item or a member of a body is likely to contain a secret.
enum SecretName {
  /// Words that suggest a secret, in lower case. They also match a word up to its first digit, as in `password1`.
  private static let words: Set<String> = [
    "2fa", "apikey", "assertion", "auth", "authorization", "bearer", "cookie", "cred", "credential", "csrf",
    "cvc", "cvv",
    "dpop", "hmac", "jwe", "jws", "jwt", "key", "mfa", "oauth", "otp", "pass", "passcode", "passphrase",
    "passwd",
    "password", "pin", "pw", "pwd", "saml", "samlrequest", "samlresponse", "secret", "session", "sid", "sig",
    "signature", "token", "totp", "verifier", "xsrf",
  ]
  /// Plurals that suggest a secret. `sessions` is not among them, because it is mostly a count.
  private static let plurals: Set<String> = [
    "apikeys", "assertions", "cookies", "credentials", "creds", "jwts", "keys", "otps", "passcodes",
    "passphrases", "passwords",
    "pins", "secrets", "signatures", "tokens",
  ]
  private static let parts = [
    "apikey", "authorization", "passphrase", "passwd", "password", "secret", "sessid", "sessionid",
  ].map(ByteSearch.init)
  private static let endings = [
    "accesskey", "accountkey", "authkey", "backupcode", "backupcodes", "cardnumber", "csrf", "encryptionkey",
    "dbpass", "jwt", "keypass", "masterkey", "otp", "passkey", "privatekey", "pwd", "recoverycode",
    "recoverycodes", "rootpass", "securitycode", "sessionkey", "sharedkey", "signingkey", "sshkey",
    "storepass", "subscriptionkey", "token", "tokens", "userpass", "verificationcode", "xsrf",
  ].map { Array($0.utf8) }
  /// Words that make a `code` or a `number` after them a secret, as in `verification_code`.
  private static let codes: Set<String> = [
    "access", "activation", "backup", "confirmation", "device", "login", "recovery", "reset", "security",
    "sms", "verification",
  ]
  private static let numbers: Set<String> = ["card", "cc"]
  /// Words that make `tokens` a count, as in `max_tokens` in the usage figures of language models.
  private static let counts: Set<String> = [
    "cached", "completion", "input", "max", "min", "num", "output", "prompt", "reasoning", "total", "usage",
    "used",
  ]

  /// Last words of names that say something about a secret, as in `token_type` and `session_count`.
  private static let facts: Set<String> = [
    "count", "expired", "expires", "expiry", "length", "required", "type", "types", "used",
  ]

  private static let nameWords: Set = [
    "name", "key", "id", "field", "header", "param", "parameter", "variable", "label", "path", "property",
  ]
  private static let valueWords: Set = [
    "value", "val", "values", "content", "data", "text", "input", "rejectedvalue",
  ]

  /// True if one of the words of `name` suggests a secret, as in `X-Api-Key`, `access_token` and `clientSecret`.
  static func matches(_ name: String) -> Bool {
    let all = NameWords(name)
    if let last = all.last, last.elementsEqual("tokens".utf8),
      all.dropLast().contains(where: { counts.has($0) })
    {
      return false
    }
    if all.count > 1, let last = all.last, facts.has(last) { return false }
    if all.contains(where: isSecret) { return true }
    guard all.count > 1 else { return false }
    let whole = all.letters[...]
    return all.areLetters && isSecret(whole) || whole.count > 4 && (words.has(whole) || plurals.has(whole))
      || isCode(all)
  }

  /// True for a name whose last word is a secret because of another one, such as `backup_codes` and `cardNumber`.
  private static func isCode(_ name: NameWords) -> Bool {
    guard let last = name.last else { return false }
    let kinds = codeWords.has(last) ? codes : numberWords.has(last) ? numbers : []
    return !kinds.isEmpty && name.dropLast().contains { kinds.has($0) }
  }

  private static let codeWords: Set = ["code", "codes"]
  private static let numberWords: Set = ["number"]
  private static let keyWords: Set = ["key", "keys"]

  /// True for the two words of a label that are a secret together, as in `API key: …`, but not `duplicate key: …`.
  static func matches(label: String) -> Bool {
    let all = NameWords(label)
    let isKey = all.last.map { keyWords.has($0) } ?? false
    return isKey && isSecret(all.letters[...]) || isCode(all)
  }

  /// True if ``matches(label:)`` can be true for a name that follows another word.
  static func endsLabel(_ name: String) -> Bool {
    NameWords(name).last.map { keyWords.has($0) || codeWords.has($0) || numberWords.has($0) } ?? true
  }

  private static func isSecret(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count > 1 else { return false }
    if words.has(word) || plurals.has(word) { return true }
    let stem = word.prefix { !ASCII.isDigit($0) }
    return stem.count < word.count && words.has(stem)
      || word.withUnsafeBytes { bytes in parts.contains { $0.offset(in: bytes, from: 0) != nil } }
      || endings.contains { stem.suffix($0.count).elementsEqual($0) }
  }

  /// True if the value of a member with this name can name another: `name` in `{"name": "password", "value": …}`.
  static func isWordForName(_ name: String) -> Bool {
    nameWords.contains(ASCII.lowercased(name))
  }

  /// True if a member with this name can contain the value that another member names, such as `value`.
  static func isWordForValue(_ name: String) -> Bool {
    valueWords.contains(ASCII.lowercased(name))
  }
}

extension Set<String> {
  /// True if the set has a word. Longer words than a string keeps without memory of its own are in none of the sets.
  fileprivate func has(_ word: ArraySlice<UInt8>) -> Bool {
    word.count <= 15 && contains(String(decoding: word, as: UTF8.self))
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
    guard text.utf8.count > 10 else { return false }
    var letters: [UInt8] = []
    letters.reserveCapacity(text.utf8.count)
    for byte in text.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      letters.append(ASCII.lowercased(byte))
    }
    return letters.withUnsafeBytes { bytes in
      code.offset(in: bytes, from: 0) != nil
        && (hasState(bytes) || names.contains { $0.offset(in: bytes, from: 0) != nil })
    }
  }

  /// True if the text contains `state=` that is not the end of a longer name.
  private static func hasState(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while let place = state.offset(in: bytes, from: start) {
      if place == 0 || !TextValue.isLetter(bytes[place - 1]) { return true }
      start = place + 1
    }
    return false
  }
}
