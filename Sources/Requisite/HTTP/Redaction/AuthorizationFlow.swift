/// Tells text of an OAuth authorization flow from other text: there, and only there, `code` is a secret. Elsewhere it is
/// the code of an error, a country or a product, which is what one wants to read.
enum AuthorizationFlow {
  /// Names of parameters that such messages have (RFC 6749, RFC 7636), in lower case, without punctuation.
  private static let names = [
    "granttype", "codeverifier", "redirecturi", "clientid", "sessionstate", "responsetype",
  ].map(ByteSearch.init)
  private static let code = ByteSearch("code")
  private static let state = ByteSearch("state=")

  /// Whether the text has the name `code` in it, and another that only such a flow has.
  static func isIn(_ text: String) -> Bool {
    let letters = Data(
      text.utf8.lazy.map(ASCII.lowercased).filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") })
    guard code.occurs(in: letters) else { return false }
    return hasState(letters) || names.contains { $0.occurs(in: letters) }
  }

  /// Whether it has a parameter `state`, not one that only ends so.
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
