/// What decides which cookies a request gets, and which its server may set.
struct CookieTarget {
  let host: String
  let path: String
  let isSecure: Bool

  init(_ url: URL) {
    let origin = Origin(url)
    host = origin.host
    isSecure = origin.scheme == "https"
    let path = url.path(percentEncoded: true)
    self.path = path.utf8.first == UInt8(ascii: "/") ? path : "/"
  }

  /// Whether the cookie goes along with the request, its time aside (RFC 6265 §5.4 step 1).
  func takes(_ cookie: Cookie) -> Bool {
    guard cookie.isHostOnly ? host == cookie.domain : CookieDomain.matches(host, cookie.domain) else {
      return false
    }
    return CookiePath.matches(path, cookie.path) && (isSecure || !cookie.isSecure)
  }
}
