/// The parts of the text of a URL, or of a reference to one (RFC 3986 §3 and §4.1). Nothing is decoded or encoded.
///
/// Whatever is decided about a URL is decided by its text, because the text is sent. The properties of a `URL` differ from it:
/// a port beyond 64 bits is nil, as if the URL had none, and a host in its `xn--` form may be percent-encoded letters.
/// `URLComponents` is not used, because its percent-encoded setters end the process if they get invalid text.
package struct URLParts {
  enum Part { case scheme, authority, path, query }

  private let text: Substring
  private let ends: Ends

  package init(_ url: URL) { self.init(url.absoluteString[...]) }

  init(_ text: Substring) {
    self.text = text
    ends = text.withBytes(Ends.init)
  }

  /// The offset after each part, and that after the `//` before the authority, found at once, because most are asked for.
  private struct Ends {
    let scheme, opening, userInfo, host, authority, path, query: Int
    let hasAuthority: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      query = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
      path = bytes[..<query].firstIndex(of: UInt8(ascii: "?")) ?? query
      let colon = URLScheme.end(in: UnsafeBufferPointer(rebasing: bytes[..<path]))
      let start = colon.map { $0 + 1 } ?? 0
      scheme = colon ?? 0
      hasAuthority = bytes[start..<path].starts(with: "//".utf8)
      opening = hasAuthority ? start + 2 : start
      authority = hasAuthority ? bytes[opening..<path].firstIndex(of: UInt8(ascii: "/")) ?? path : start
      userInfo = bytes[opening..<authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? opening
      let address = bytes[userInfo..<authority]
      host =
        address.first == UInt8(ascii: "[")
        ? (address.firstIndex(of: UInt8(ascii: "]")) ?? userInfo) + 1
        : address.firstIndex(of: UInt8(ascii: ":")) ?? authority
    }
  }

  /// The text before the first colon; empty for a relative reference.
  var scheme: Substring { text[bytesAt: 0..<ends.scheme] }
  /// The text between `//` and the path: user info, host and port.
  package var authority: Substring { text[bytesAt: ends.opening..<ends.authority] }
  var path: Substring { text[bytesAt: ends.authority..<ends.path] }
  var query: Substring { text[bytesAt: min(ends.path + 1, ends.query)..<ends.query] }
  /// False for `mailto:a@b` and for a relative path.
  var hasAuthority: Bool { ends.hasAuthority }

  /// The text of a part.
  subscript(part: Part) -> Substring {
    switch part {
    case .scheme: scheme
    case .authority: authority
    case .path: path
    case .query: query
    }
  }

  /// The request target in the first line of the request: path and query (RFC 9112 §3.2.1).
  package var requestTarget: String {
    let target = text[bytesAt: ends.authority..<ends.query]
    return target.utf8.first == UInt8(ascii: "/") ? String(target) : "/\(target)"
  }
}

extension URLParts {
  /// User name and password; nil if the authority has no `@`.
  package var userInfo: Substring? {
    ends.userInfo > ends.opening ? text[bytesAt: ends.opening..<(ends.userInfo - 1)] : nil
  }

  /// The authority without user name and password.
  package var hostAndPort: Substring { text[bytesAt: ends.userInfo..<ends.authority] }

  /// The host, an IPv6 address in its brackets.
  var host: Substring { text[bytesAt: ends.userInfo..<ends.host] }

  /// The text after the host: empty, a colon, or a port with its colon.
  var portText: Substring { text[bytesAt: ends.host..<ends.authority] }

  /// The port from 0 to 65535; nil if there is none, or another text.
  var port: UInt16? {
    let digits = portText.dropFirst()
    return ASCII.isNumber(digits) ? UInt16(digits) : nil
  }

  var hasValidPort: Bool { ends.authority - ends.host <= 1 || port != nil }

  /// True for an `http` or `https` URL with a host, and without a port that no host has.
  var isHTTP: Bool { Self.isHTTP(scheme: scheme) && ends.host > ends.userInfo && hasValidPort }

  static func isHTTP(scheme: Substring) -> Bool {
    scheme.withBytes {
      ASCII.equalIgnoringCase($0, lowercased: "https") || ASCII.equalIgnoringCase($0, lowercased: "http")
    }
  }

  /// True for an authority without user name and password, which are credentials and not a part of the address.
  static func isHostAndPort(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"/?#\\@".utf8.contains($0) }
  }

  /// The URL with one part replaced and without its fragment; nil if the result is not an HTTP URL. A slash is added before
  /// a path without one.
  func replacing(_ part: Part, with text: String) -> URL? {
    func now(_ other: Part) -> Substring { other == part ? text[...] : self[other] }
    guard Self.isHTTP(scheme: now(.scheme)), part != .authority || Self.isHostAndPort(text) else {
      return nil
    }
    let hasSlash = now(.path).isEmpty || now(.path).utf8.first == UInt8(ascii: "/")
    var result = "\(now(.scheme))://\(now(.authority))\(hasSlash ? "" : "/")\(now(.path))"
    if !now(.query).isEmpty { result += "?\(now(.query))" }
    return URLParts(result[...]).isHTTP ? URL(string: result) : nil
  }
}

// Escapes (RFC 3986 §2.4 and §6.2).
extension URLParts {
  private static let allowed = ByteSet(ByteSet.alphanumeric, "-._~", "!$&'()*+,;=", ":@/?#")

  /// The text of a URL, or of a reference to one, as a server or a user wrote it, with those bytes escaped that its path, query
  /// and fragment must not contain. Escapes are kept as they are, and so is the authority.
  ///
  /// `URL(string:)` alone escapes the whole path or query again for one such byte, which RFC 3986 §2.4 forbids: of
  /// `?page[size]=2&after=a%2Fb` it makes `?page%5Bsize%5D=2&after=a%252Fb`.
  ///
  /// A reference that begins with a segment such as `a b:c`, which has a colon but is no scheme, gets `./` before it
  /// (RFC 3986 §4.2).
  static func escaped(_ text: String) -> String {
    let parts = URLParts(text[...])
    let first = parts.path.utf8.prefix { $0 != UInt8(ascii: "/") }
    if parts.scheme.isEmpty, !parts.hasAuthority, first.contains(UInt8(ascii: ":")) {
      return escaped("./" + text)
    }
    var (result, rest) = (Array(text.utf8[..<parts.path.startIndex]), text.utf8[parts.path.startIndex...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") ? Hexadecimal.byte(rest.prefix(2)) != nil : allowed.contains(byte) {
        result.append(byte)
      } else {
        result += PercentEncoding.escaped(byte).utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A text that is equal for two spellings of one address, a URL without its query and fragment (RFC 3986 §6.2.2 and §6.2.3):
  /// scheme and host in lower case, no escapes that are not needed, no dot segments, no default port, and `/` for an empty path.
  static func normalizedAddress(of text: String) -> String {
    let parts = URLParts(withoutNeedlessEscapes(text)[...])
    guard parts.hasAuthority else { return "\(ASCII.lowercased(String(parts.scheme))):\(parts.path)" }
    let path = parts.path.dropFirst()
    return "\(Origin(parts).text) \(parts.userInfo ?? "")/\(DotSegments.removed(from: path) ?? path)"
  }

  /// The text with each escape of a byte that needs none decoded, and the digits of the others in upper case.
  private static func withoutNeedlessEscapes(_ text: String) -> String {
    var (result, rest) = ([UInt8](), text.utf8[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), let escaped = Hexadecimal.byte(rest.prefix(2)) else {
        result.append(byte)
        continue
      }
      result +=
        ByteSet.unreserved.contains(escaped) ? [escaped] : Array(PercentEncoding.escaped(escaped).utf8)
      rest = rest.dropFirst(2)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// The resolution of `.` and `..` in a path (RFC 3986 §5.2.4).
enum DotSegments {
  /// True if a segment begins with a dot: a cheap test that spares most paths the rest.
  static func occur(in path: some Sequence<UInt8>) -> Bool {
    var previous = UInt8(ascii: "/")
    for byte in path {
      if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
      previous = byte
    }
    return false
  }

  /// The path with `.` and `..` resolved; nil if it leads above its own beginning.
  static func removed(from path: Substring) -> Substring? {
    guard occur(in: path.utf8) else { return path }
    var segments: [Substring] = []
    let all = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for (index, segment) in all.enumerated() {
      switch Substring(segment) {
      case ".": break
      case "..": guard segments.popLast() != nil else { return nil }
      default:
        segments.append(Substring(segment))
        continue
      }
      if index == all.count - 1 { segments.append("") }
    }
    return segments.joined(separator: "/")[...]
  }
}
