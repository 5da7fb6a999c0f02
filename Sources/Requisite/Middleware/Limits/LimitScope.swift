/// The calls that a limit counts together.
public enum LimitScope: Sendable, Hashable {
  /// All calls together, whatever their origin.
  case all
  /// The calls to one origin: scheme, host and port.
  case perHost

  /// What the calls of a request are counted under.
  func key(of request: TransportRequest) -> ScopeKey {
    self == .all ? .all : ScopeKey(request.url)
  }
}

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

  /// The key of a named part of what this key counts; this key for nil.
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

  /// The plain text of an origin that is spelled in another way.
  private static func origin(_ origin: Origin) -> Substring {
    let isUsual = origin.port == (origin.scheme == "https" ? 443 : 80)
    return "\(origin.scheme)://\(origin.host)\(isUsual ? "" : ":\(origin.port)")"
  }
}

/// A state for each scope, made when it is first asked for.
struct ScopedStates<State: Sendable>: Sendable {
  private let states = Locked<[ScopeKey: State]>([:])
  private let fresh: State
  private let isIdle: @Sendable (State) -> Bool

  /// - Parameter isIdle: Whether a state may be forgotten, for a fresh one would do the same.
  init(fresh: State, isIdle: @escaping @Sendable (State) -> Bool) {
    self.fresh = fresh
    self.isIdle = isIdle
  }

  var count: Int { states.withLock { $0.count } }

  func withState<Value>(of key: ScopeKey, _ work: (inout State) -> Value) -> Value {
    states.withLock { states in
      if let index = states.index(forKey: key) { return work(&states.values[index]) }
      if states.count >= Self.limit { states = states.filter { !isIdle($0.value) } }
      return work(&states[key, default: fresh])
    }
  }

  /// The number of hosts beyond which idle states are discarded.
  static var limit: Int { 1_000 }
}
