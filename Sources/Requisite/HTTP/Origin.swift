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

  /// The origin as text with its port, as in `https://api.example.com:443`.
  public var description: String { "\(scheme)://\(host):\(port)" }
}
