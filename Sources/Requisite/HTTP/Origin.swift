/// The origin of a URL, to which credentials belong: scheme, host and port (RFC 6454).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// The scheme in lower case; empty if the URL has no scheme.
  public let scheme: String
  /// The host in lower case, as it is sent: `xn--` for one that is not ASCII. Empty if the URL has no host.
  public let host: String
  /// The port; without one in the URL, 443 for `https` and 80 for every other scheme.
  public let port: Int

  /// Creates the origin of a URL; its path, query and user name are ignored.
  public init(_ url: URL) {
    if let plain = Self.plainText(in: url.absoluteString) {
      (scheme, host, port) = Self.parts(of: plain)
      return
    }
    scheme = ASCII.lowercased(url.scheme ?? "")
    host = ASCII.lowercased(Self.host(of: url))
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// Returns the host as the URL's text has it. For a host in its `xn--` form, Foundation may instead return the
  /// percent-encoded letters, depending on how the URL was created.
  private static func host(of url: URL) -> String {
    let host = url.host(percentEncoded: true) ?? ""
    guard host.utf8.contains(UInt8(ascii: "%")), !host.utf8.contains(UInt8(ascii: ":")) else { return host }
    return String(URLParts(url).host)
  }

  /// True for this machine, by the names that every system has for it: what is sent there does not leave it.
  var isLoopback: Bool { ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) }

  /// The origin as text with its port, as in `https://api.example.com:443`.
  public var description: String { "\(scheme)://\(host):\(port)" }
}

// Nearly all URLs spell their origin in the plain form, and parsing a URL costs more than comparing its text.
extension Origin {
  /// Returns the start of a text in the form `https://api.example.com` or `https://api.example.com:8443`, in lower case,
  /// without user and without the default port; nil for any other text.
  static func plainText(in text: String) -> Substring? {
    text.withBytes(plainCount).map { text[...][bytesAt: 0..<$0] }
  }

  private static func plainCount(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let isSecure = begins(bytes, with: "https://")
    guard isSecure || begins(bytes, with: "http://") else { return nil }
    let host = isSecure ? 8 : 7
    var end = bytes[host...].firstIndex { !isPlain($0) } ?? bytes.endIndex
    guard end > host else { return nil }
    if end < bytes.endIndex, bytes[end] == UInt8(ascii: ":") {
      let port = bytes[(end + 1)...].prefix(while: ASCII.isDigit)
      guard (1...5).contains(port.count), port.first != UInt8(ascii: "0"),
        !port.elementsEqual(isSecure ? "443".utf8 : "80".utf8)
      else { return nil }
      end = port.endIndex
    }
    return end == bytes.endIndex || bytes[end] == UInt8(ascii: "/") ? end : nil
  }

  /// Returns scheme, host and port of an origin in the plain form.
  private static func parts(of text: Substring) -> (String, String, Int) {
    let isSecure = text.utf8.starts(with: "https".utf8)
    let authority = text.utf8.dropFirst(isSecure ? 8 : 7)
    let host = authority.prefix { $0 != UInt8(ascii: ":") }
    let port = Int(Substring(authority.dropFirst(host.count + 1))) ?? (isSecure ? 443 : 80)
    return (isSecure ? "https" : "http", String(Substring(host)), port)
  }

  private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with prefix: StaticString) -> Bool {
    guard let start = bytes.baseAddress, bytes.count >= prefix.utf8CodeUnitCount else { return false }
    return memcmp(start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
