/// What calls are counted under: all together, or an origin.
///
/// Nearly all URLs spell their origin the plain way, and then their own text is the key: taking a URL apart costs more
/// than all else that a limit does.
enum ScopeKey: Hashable, Sendable {
  case all
  case origin(Substring)
  /// A part of either, which the server has named.
  case part(String)

  /// The origin of a URL.
  init(_ url: URL) {
    let text = url.absoluteString
    self = .origin(Self.plainOrigin(of: text) ?? Self.origin(Origin(url)))
  }

  /// The key of a part of what this one counts; the same without a part.
  func divided(by part: String?) -> ScopeKey {
    guard let part else { return self }
    return switch self {
    case .all: .part(" \(part)")
    case .origin(let origin): .part("\(origin) \(part)")
    case .part(let whole): .part("\(whole) \(part)")
    }
  }

  /// `https://api.example.com` of a text that begins like that, in lower case, without user and port; else nil.
  private static func plainOrigin(of text: String) -> Substring? {
    let bytes = text.utf8
    guard let slashes = ["https://", "http://"].first(where: text.hasPrefix)?.utf8.count else { return nil }
    let host = bytes.index(bytes.startIndex, offsetBy: slashes)
    let end = bytes[host...].firstIndex { !isPlain($0) } ?? bytes.endIndex
    guard end > host, end == bytes.endIndex || bytes[end] == UInt8(ascii: "/") else { return nil }
    return text[..<end]
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The same text for an origin that was spelled otherwise.
  private static func origin(_ origin: Origin) -> Substring {
    let isUsual = origin.port == (origin.scheme == "https" ? 443 : 80)
    return "\(origin.scheme)://\(origin.host)\(isUsual ? "" : ":\(origin.port)")"
  }
}
