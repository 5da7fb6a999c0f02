/// URLs of webhooks, whose path is the credential: everyone who knows the URL may post to it.
enum Webhook {
  /// The hosts, each with the part of the path after which the credential begins. A dot stands for any subdomain.
  private static let hosts: [(name: String, before: String)] = [
    ("hooks.slack.com", "/"), ("hooks.zapier.com", "/"), ("maker.ifttt.com", "/key/"),
    ("discord.com", "/webhooks/"), ("discordapp.com", "/webhooks/"), (".webhook.office.com", "/"),
  ]
  /// The most bytes of a host, and of a path before its credential, that are read.
  private static let longest = 96

  /// The range of the credential in the URL whose host begins at `start`, up to the end of its path; nil for other URLs.
  static func credential(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    let authority = bytes[start...].prefix(longest).prefix { $0 != UInt8(ascii: "/") && !endsPath($0) }
    let host = authority.prefix { $0 != UInt8(ascii: ":") }
    guard let known = hosts.first(where: { isHost(host, $0.name) }) else { return nil }
    let length = known.before.utf8.count
    var place = authority.endIndex
    let last = min(place + longest, bytes.count) - length
    while place <= last, !endsPath(bytes[place]) {
      if bytes[place] == UInt8(ascii: "/"), bytes[place...].starts(with: known.before.utf8) { break }
      place += 1
    }
    guard place <= last, !endsPath(bytes[place]) else { return nil }
    let credential = bytes[(place + length)...].prefix { !endsPath($0) }
    return credential.isEmpty ? nil : credential.startIndex..<credential.endIndex
  }

  private static func isHost(_ host: ArraySlice<UInt8>, _ name: String) -> Bool {
    let isExact = name.utf8.first != UInt8(ascii: ".")
    guard isExact ? host.count == name.utf8.count : host.count > name.utf8.count else { return false }
    return ASCII.equalIgnoringCase(host.suffix(name.utf8.count), lowercased: name)
  }

  private static func endsPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
    default: TextValue.isSpace(byte) || TextValue.isQuote(byte)
    }
  }
}
