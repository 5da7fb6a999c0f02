/// The address of a proxy, `scheme://user:password@host:port`, of which only the host is required.
///
/// The user name and the password end at the last `@`. They are kept apart from the rest, so that no text about the proxy
/// contains them.
package struct ProxyAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// Scheme, host and port: the address without user name and password.
  package let description: String
  /// The scheme in lower case; `http` if the text has none.
  package let scheme: String
  /// The host, an IPv6 address without its brackets.
  package let host: String
  /// The port; nil for the scheme's default.
  package let port: UInt16?
  /// The user name, without percent-encoding; nil if the address has none.
  package let user: String?
  /// The password, without percent-encoding; nil if the address has none.
  package let password: String?

  /// The address alone, so that `dump` shows no password.
  package var customMirror: Mirror { Mirror(self, children: ["address": description]) }

  /// The schemes that libcurl knows.
  private static let schemes: Set<String> = [
    "http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h",
  ]

  /// Parses an address strictly, because programs differ in where they see the end of a malformed one, and would connect
  /// to a part of its password.
  ///
  /// - Throws: A problem that says where the fault is, and never quotes a text that may contain a password.
  package init(_ text: String) throws(SettingProblem) {
    let bytes = Array(text.utf8)
    let start = URLScheme.endInWhole(text[...]).map { $0 + 3 } ?? 0
    scheme = start == 0 ? "http" : ASCII.lowercased(String(decoding: bytes[..<(start - 3)], as: UTF8.self))
    let at = bytes[start...].lastIndex(of: UInt8(ascii: "@"))
    if let at {
      (user, password) = try Self.credentials(bytes, start..<at)
    } else {
      user = nil
      password = nil
    }
    var address = bytes[(at.map { $0 + 1 } ?? start)...]
    if address.last == UInt8(ascii: "/") { address.removeLast() }
    let isBracketed = address.first == UInt8(ascii: "[")
    let end = address.firstIndex(of: UInt8(ascii: isBracketed ? "]" : ":")) ?? address.endIndex
    let name = address[..<end].dropFirst(isBracketed ? 1 : 0)
    if let wrong = name.firstIndex(where: { !Self.isHostByte($0, isAddress: isBracketed) }) {
      throw SettingProblem("its host has a character that no host has, at position \(wrong + 1)")
    }
    guard !name.isEmpty, !isBracketed || end < address.endIndex else {
      throw SettingProblem("it has no host at position \(address.startIndex + 1)")
    }
    let rest = address[end...].dropFirst(isBracketed ? 1 : 0)
    host = String(decoding: name, as: UTF8.self)
    port = try Self.port(rest)
    description =
      "\(scheme)://\(isBracketed ? "[\(host)]" : host)\(port.map { ":\($0)" } ?? "")"
    guard Self.schemes.contains(scheme) else {
      // Without an @ there is no password.
      let message = "its scheme is not http, https, socks4, socks4a, socks5 or socks5h"
      throw SettingProblem(at == nil ? "“\(description)”: \(message)" : message)
    }
  }

  /// Decodes a user name and a password. The characters that would end an authority must be percent-encoded.
  private static func credentials(
    _ bytes: [UInt8], _ range: Range<Int>
  ) throws(SettingProblem) -> (user: String, password: String?) {
    let wrong = range.first { position in
      let byte = bytes[position]
      let escape = bytes[(position + 1)..<max(position + 1, min(position + 3, range.upperBound))]
      let escaped = byte == UInt8(ascii: "%") ? Hexadecimal.byte(escape) : nil
      return byte <= 0x20 || byte == 0x7F || "/?#\\".utf8.contains(byte) || escaped.map { $0 < 0x20 } ?? false
    }
    if let wrong {
      throw SettingProblem(
        "its user name or password has a character at position \(wrong + 1) that must be "
          + "percent-encoded, or that no credential can have")
    }
    let parts = bytes[range].split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    func decoded(_ part: ArraySlice<UInt8>) -> String { PercentEncoding.decoded(part, plusIsSpace: false) }
    return (decoded(parts[0]), parts.count > 1 ? decoded(parts[1]) : nil)
  }

  private static func isHostByte(_ byte: UInt8, isAddress: Bool) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._".utf8.contains(byte) || byte >= 0x80
      || isAddress && ":%".utf8.contains(byte)
  }

  private static func port(_ text: ArraySlice<UInt8>) throws(SettingProblem) -> UInt16? {
    guard let first = text.first else { return nil }
    let digits = String(decoding: text.dropFirst(), as: UTF8.self)
    guard first == UInt8(ascii: ":"), ASCII.isNumber(digits), let port = UInt16(digits), port > 0 else {
      throw SettingProblem(
        "after its host, at position \(text.startIndex + 1), only a port from 1 to 65535 can follow")
    }
    return port
  }
}
