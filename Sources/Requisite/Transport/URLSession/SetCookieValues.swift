/// Takes apart the `Set-Cookie` fields that Foundation has joined by commas, which their dates have as well.
///
/// A comma is one between two fields where a name and an equals sign follow. (In a value, such a comma would be taken for
/// one: RFC 6265 §4.1.1 lets no comma stand there.)
enum SetCookieValues {
  static func split(_ joined: String) -> [String] {
    let bytes = joined.utf8
    var values: [String] = []
    var start = bytes.startIndex
    for comma in bytes.indices where bytes[comma] == UInt8(ascii: ",") {
      let next = bytes.index(after: comma)
      guard beginsWithPair(bytes[next...]) else { continue }
      values.append(String(ASCII.trimmed(joined[start..<comma])))
      start = next
    }
    return values + [String(ASCII.trimmed(joined[start...]))]
  }

  private static func beginsWithPair(_ bytes: Substring.UTF8View) -> Bool {
    let name = bytes.drop(while: ASCII.isWhitespace).prefix { !";,=".utf8.contains($0) }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: "=") else { return false }
    return Token.isValid(String(Substring(name)))
  }
}
