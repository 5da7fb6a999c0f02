/// The origin of a URL, to which credentials belong: scheme, host and port (RFC 6454).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// The scheme in lower case; empty if the URL has no scheme.
  public let scheme: String
  /// The host in lower case, percent-encoded; empty if the URL has no host.
  public let host: String
  /// The port; without one in the URL, 443 for `https` and 80 for every other scheme.
  public let port: Int

  /// Creates the origin of a URL; its path, query and user name are ignored.
  public init(_ url: URL) {
    scheme = ASCII.lowercased(url.scheme ?? "")
    host = ASCII.lowercased(url.host(percentEncoded: true) ?? "")
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// The origin as text with its port, as in `https://api.example.com:443`.
  public var description: String { "\(scheme)://\(host):\(port)" }
}
