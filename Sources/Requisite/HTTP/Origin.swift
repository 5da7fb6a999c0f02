/// The origin of a URL, to which credentials belong: scheme, host and port (RFC 6454).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// The origin in lower case, with its port unless that is the scheme's default. In the plain form it is the start of the URL's
  /// own text, so that no allocation is needed.
  let text: Substring

  /// Creates the origin of a URL; its path, query and user name are ignored.
  public init(_ url: URL) { self.init(url.absoluteString) }

  init(_ text: String) { self.text = Self.plainText(in: text) ?? Origin(URLParts(text[...])).text }

  init(_ parts: URLParts) {
    let scheme = ASCII.lowercased(String(parts.scheme))
    let host = ASCII.lowercased(String(parts.host))
    // Another text than a port stays, so that such a URL has the origin of no other.
    let port = parts.port.map { ":\($0)" } ?? parts.portText
    let isDefault = port == ":" || port == ":\(Self.defaultPort(of: scheme))"
    text = "\(scheme)\(scheme.isEmpty ? "" : ":")//\(host)\(isDefault ? "" : port)"
  }

  /// The scheme in lower case; empty if the URL has no scheme.
  public var scheme: String { String(parts.scheme) }

  /// The host in lower case, as it is sent: `xn--` for one that is not ASCII, an IPv6 address without brackets. Empty if the URL
  /// has no host.
  public var host: String {
    let host = parts.host
    return String(host.utf8.first == UInt8(ascii: "[") ? host.dropFirst().dropLast() : host)
  }

  /// The port; without one in the URL, 443 for `https` and 80 for every other scheme. -1 for a port that no host has.
  public var port: Int {
    let parts = parts
    return parts.port.map(Int.init) ?? (parts.portText.isEmpty ? Self.defaultPort(of: scheme) : -1)
  }

  private var parts: URLParts { URLParts(text) }

  private static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  /// True for this machine, by the names that every system has for it: what is sent there does not leave it.
  var isLoopback: Bool { ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) }

  /// The origin as text with its port, as in `https://api.example.com:443`.
  public var description: String { parts.portText.isEmpty ? "\(text):\(port)" : String(text) }
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
    let plain = plain
    var end = bytes[host...].firstIndex { !plain.contains($0) } ?? bytes.endIndex
    guard end > host else { return nil }
    if end < bytes.endIndex, bytes[end] == UInt8(ascii: ":") {
      let port = bytes[(end + 1)...].prefix(while: ASCII.isDigit)
      guard (1...5).contains(port.count), port.first != UInt8(ascii: "0"),
        !port.elementsEqual(isSecure ? "443".utf8 : "80".utf8),
        port.reduce(0, { 10 * $0 + Int($1 - UInt8(ascii: "0")) }) <= UInt16.max
      else { return nil }
      end = port.endIndex
    }
    return end == bytes.endIndex || bytes[end] == UInt8(ascii: "/") ? end : nil
  }

  private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with prefix: StaticString) -> Bool {
    guard let start = bytes.baseAddress, bytes.count >= prefix.utf8CodeUnitCount else { return false }
    return memcmp(start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
  }

  private static let plain = ByteSet("abcdefghijklmnopqrstuvwxyz0123456789.-")
}
