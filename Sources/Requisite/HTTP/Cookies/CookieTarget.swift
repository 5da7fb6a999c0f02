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
  func accepts(_ cookie: Cookie) -> Bool {
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

extension CookieDomain {
  /// True if unrelated parties share the subdomains of a domain: it has one label (`com`, `localhost`), or is one of the
  /// ``registries``. The public suffix list has thousands more.
  static func isShared(_ domain: String) -> Bool {
    let labels = domain.utf8.split(separator: UInt8(ascii: ".")).map {
      ASCII.lowercased(String(Substring($0)))
    }
    guard labels.count > 1 else { return true }
    return labels.count == 2 && registries[labels[1]]?.contains(labels[0]) == true
  }

  /// The second-level domains below which the registry of a country registers names for anyone, or for one kind of
  /// institution, by country. Only those of the public suffix list, and of it those with the most names.
  private static let registries: [String: Set<String>] = [
    "ae": "ac co gov mil net org sch", "ar": "com edu gob gov int mil net org tur", "at": "ac co gv or",
    "au": "asn com edu gov id net org",
    "bd": "ac com edu gov net org", "bo": "com edu gob int mil net org tv web",
    "br": "adv art blog com eco edu eng gov ind jus leg mil net org",
    "cl": "co gob gov mil", "cn": "ac com edu gov mil net org", "co": "com edu gov mil net nom org",
    "cr": "ac co ed fi go or sa",
    "cy": "ac com ekloges gov ltd net org", "do": "art com edu gob gov mil net org sld web",
    "ec": "com edu fin gob gov info med mil net org pro", "eg": "com edu eun gov mil name net org sci",
    "es": "com edu gob nom org", "fr": "asso com gouv nom", "gh": "com edu gov mil org",
    "gr": "com edu gov net org",
    "gt": "com edu gob ind mil net org", "hk": "com edu gov idv net org", "hu": "co info org",
    "id": "ac co desa go mil my net or sch web", "il": "ac co gov idf k12 muni net org",
    "in": "ac co edu firm gen gov ind mil net nic org res", "ir": "ac co gov id net org sch",
    "it": "edu gov", "jp": "ac ad co ed go gr lg ne or", "ke": "ac co go info me mobi ne or sc",
    "kr": "ac co es go hs kg mil ms ne or pe re sc", "kw": "com edu emb gov ind net org",
    "kz": "com edu gov mil net org", "lk": "ac com edu gov hotel int ltd net org sch soc web",
    "ma": "ac co gov net org press", "mt": "com edu net org", "mx": "com edu gob net org",
    "my": "biz com edu gov mil name net org",
    "ng": "com edu gov i mil mobi name net org sch", "np": "com edu gov mil net org",
    "nz": "ac co cri geek gen govt health iwi kiwi maori mil net org parliament school",
    "pa": "ac com edu gob ing med net nom org sld", "pe": "com edu gob mil net nom org",
    "ph": "com edu gov i mil net ngo org",
    "pk": "ac com edu fam gob gok gov net org web", "pl": "com edu gov info mil net org",
    "pt": "com edu gov int net nome org publ", "py": "com coop edu gov mil net org",
    "qa": "com edu gov mil name net org sch",
    "ro": "arts com firm info nom nt org rec store tm www", "rs": "ac co edu gov in org",
    "sa": "com edu gov med net org pub sch", "sg": "com edu gov net org", "sv": "com edu gob org red",
    "th": "ac co go in mi net or",
    "tr": "av bel biz com dr edu gen gov info k12 mil name net org pol tel tv web",
    "tw": "club com ebiz edu game gov idv mil net org", "tz": "ac co go hotel info me mil mobi ne or sc tv",
    "ua": "com edu gov in net org", "ug": "ac co com go ne or org sc",
    "uk": "ac co gov ltd me net nhs org plc police sch", "uy": "com edu gub mil net org",
    "ve": "co com edu gob gov info mil net org web",
    "vn": "ac biz com edu gov health info int name net org pro",
    "za": "ac co edu gov law mil net nom org school web", "zm": "ac co com edu gov net org sch",
    "zw": "ac co gov mil org",
  ].mapValues { Set($0.split(separator: " ").map(String.init)) }
}
