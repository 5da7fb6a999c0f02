/// Tells by its name whether a header field, a query item or a member of a body is likely to hold a secret.
enum SecretName {
  private static let words: Set<String> = [
    "auth", "authorization", "credential", "credentials", "key", "passwd", "password", "pwd", "secret",
    "session",
    "sig", "signature", "token", "verifier",
  ]
  private static let endings = ["token", "secret", "password", "apikey", "sessionid", "authorization"]

  /// Whether one of the words of `name` (`X-Api-Key`, `access_token`, `clientSecret`) speaks of a secret.
  static func matches(_ name: String) -> Bool {
    words(in: name).contains { word in words.contains(word) || endings.contains { word.hasSuffix($0) } }
  }

  /// The words of a name in lower case, told apart by punctuation and by capitals.
  private static func words(in name: String) -> [String] {
    var result: [String] = []
    var word = ""
    var previousIsLower = false
    for character in name.unicodeScalars {
      let isLetter = character.properties.isAlphabetic || ("0"..."9").contains(character)
      if !isLetter || (previousIsLower && character.properties.isUppercase) {
        if !word.isEmpty { result.append(word) }
        word = ""
      }
      if isLetter { word += character.properties.lowercaseMapping }
      previousIsLower = isLetter && !character.properties.isUppercase
    }
    return word.isEmpty ? result : result + [word]
  }
}
