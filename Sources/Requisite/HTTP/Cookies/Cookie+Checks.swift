extension Cookie {
  /// The cookie that a server sets (RFC 6265 §5.3, and RFC 6265bis where that is stricter).
  ///
  /// - Parameter isPublicSuffix: Whether a domain is shared by strangers, so that no cookie may be for all below it.
  init(
    _ field: SetCookie, from target: CookieTarget, at now: Date, isPublicSuffix: (String) -> Bool
  ) throws(CookieRefusal) {
    var domain = field.domain
    if !domain.isEmpty, CookieDomain.isShared(domain) || isPublicSuffix(domain) {
      guard domain == target.host else { throw .publicSuffix }
      domain = ""
    }
    guard domain.isEmpty || CookieDomain.matches(target.host, domain) else { throw .foreignDomain }
    guard target.isSecure || !field.isSecure else { throw .insecure }
    self.init(
      field.name, field.value, domain: domain.isEmpty ? target.host : domain, isHostOnly: domain.isEmpty,
      path: field.path ?? CookiePath.byDefault(for: target.path), expires: field.expiry(at: now),
      isSecure: field.isSecure, isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite, created: now)
    guard keepsPromises, !isNamed("__Host-") || field.path != nil else { throw .prefix }
  }

  /// What makes it no cookie that can be kept and sent; nil where nothing does.
  func fault(isPublicSuffix: (String) -> Bool) -> CookieRefusal? {
    if name.isEmpty || name.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }) {
      return .malformed
    }
    if value.utf8.contains(UInt8(ascii: ";")) { return .malformed }
    if [name, value, domain, path].contains(where: SetCookie.hasControls) { return .control }
    if name.utf8.count + value.utf8.count > SetCookie.longestPair { return .tooLong }
    if domain.isEmpty { return .noDomain }
    if path.utf8.first != UInt8(ascii: "/") { return .noPath }
    if !isHostOnly, CookieDomain.isShared(domain) || isPublicSuffix(domain) { return .publicSuffix }
    return keepsPromises ? nil : .prefix
  }

  /// Whether it is what the beginning of its name says (RFC 6265bis §4.1.3).
  private var keepsPromises: Bool {
    if isNamed("__Host-") { return isSecure && isHostOnly && path == "/" }
    return !isNamed("__Secure-") || isSecure
  }

  private func isNamed(_ prefix: String) -> Bool {
    ASCII.equalIgnoringCase(String(decoding: name.utf8.prefix(prefix.utf8.count), as: UTF8.self), prefix)
  }
}

/// Why a cookie is not taken.
enum CookieRefusal: String, Error {
  case malformed = "it is no name and value"
  case control = "it has a control character in it"
  case tooLong = "name and value have more than 4096 bytes"
  case foreignDomain = "its domain is not the server's"
  case publicSuffix = "its domain is one that many share"
  case insecure = "only https may set what is for https alone"
  case secureThere = "http must not cover a cookie that is for https alone"
  case prefix = "it is not what its name promises by __Secure- or __Host-"
  case noPath = "its path does not begin with a slash"
  case noDomain = "it names no domain"
}
