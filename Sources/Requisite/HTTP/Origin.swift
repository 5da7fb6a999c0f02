/// Scheme, host and port of a URL (RFC 6454): what credentials belong to.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// The scheme in lower case.
  public let scheme: String
  /// The host in lower case.
  public let host: String
  /// The port; the default port of the scheme if the URL names no port.
  public let port: Int

  /// The origin of a URL.
  public init(_ url: URL) {
    scheme = ASCII.lowercased(url.scheme ?? "")
    host = ASCII.lowercased(url.host(percentEncoded: true) ?? "")
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }

  /// The origin as text, as in `https://api.example.com:443`.
  public var description: String { "\(scheme)://\(host):\(port)" }
}
