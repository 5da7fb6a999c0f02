/// The parts of a URL that decide which cookies a request carries and which ones its server may set.
struct CookieTarget {
  let host: String
  let path: String
  /// True if no one on the network can read the request: over `https`, or to this machine, as browsers and curl have it.
  let isSecure: Bool

  init(_ url: URL) {
    let origin = Origin(url)
    host = origin.host
    isSecure = origin.scheme == "https" || origin.isLoopback
    let path = url.path(percentEncoded: true)
    self.path = path.utf8.first == UInt8(ascii: "/") ? path : "/"
  }

  /// True if a request to this target carries the cookie (RFC 6265 §5.4 step 1). Expiry is not checked.
  func takes(_ cookie: Cookie) -> Bool {
    guard cookie.isHostOnly ? host == cookie.domain : CookieDomain.matches(host, cookie.domain) else {
      return false
    }
    return CookiePath.matches(path, cookie.path) && (isSecure || !cookie.isSecure)
  }
}

/// The rules by which domains of cookies match hosts (RFC 6265 §5.1.3).
enum CookieDomain {
  /// The domain in lower case and without a leading dot, which RFC 6265 ignores.
  static func canonical(_ domain: String) -> String {
    ASCII.lowercased(
      domain.utf8.first == UInt8(ascii: ".")
        ? String(decoding: domain.utf8.dropFirst(), as: UTF8.self) : domain)
  }

  /// The domain without the dots at its end, which stand for the root of all names.
  static func withoutRoot(_ domain: String) -> String {
    let end = domain.utf8.lastIndex { $0 != UInt8(ascii: ".") }
    return end.map { String(Substring(domain.utf8[...$0])) } ?? ""
  }

  /// True if `host` is `domain` or one of its subdomains. IP addresses have no subdomains.
  static func matches(_ host: String, _ domain: String) -> Bool {
    if host == domain { return true }
    let (host, suffix) = (host.utf8, domain.utf8)
    guard !suffix.isEmpty, host.count > suffix.count, host.suffix(suffix.count).elementsEqual(suffix) else {
      return false
    }
    return host.dropLast(suffix.count).last == UInt8(ascii: ".") && !isAddress(host)
  }

  /// The domains whose cookies the host may receive: the host itself, then each domain above it.
  static func candidates(for host: String) -> [String] {
    var candidates = [host]
    guard !isAddress(host.utf8) else { return candidates }
    var rest = host.utf8[...]
    while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
      rest = rest[rest.index(after: dot)...]
      if !rest.isEmpty { candidates.append(String(Substring(rest))) }
    }
    return candidates
  }

  /// True for an IPv6 address, which contains colons, and an IPv4 address, whose last label is a number.
  private static func isAddress(_ host: String.UTF8View) -> Bool {
    if host.contains(UInt8(ascii: ":")) { return true }
    guard let label = host.split(separator: UInt8(ascii: ".")).last else { return false }
    return label.allSatisfy(ASCII.isDigit) || label.starts(with: "0x".utf8)
  }
}

/// The rules by which paths of cookies match paths of requests (RFC 6265 §5.1.4).
enum CookiePath {
  /// The path of a cookie without a `Path` attribute: the request's path before its last slash; `/` if that is empty.
  static func byDefault(for path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      slash != path.startIndex
    else { return "/" }
    return String(path[..<slash])
  }

  /// True if `path` is `cookiePath` or lies below it.
  static func matches(_ path: String, _ cookiePath: String) -> Bool {
    let (path, prefix) = (path.utf8, cookiePath.utf8)
    guard path.starts(with: prefix) else { return false }
    return path.count == prefix.count || prefix.last == UInt8(ascii: "/")
      || path.dropFirst(prefix.count).first == UInt8(ascii: "/")
  }
}
