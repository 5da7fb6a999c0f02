/// What the `Cache-Control` fields of a message say (RFC 9111 §5.2, RFC 5861, RFC 8246), read for a private cache.
///
/// Doubtful values are read strictly, so that less is stored for less long: of two numbers the stricter one counts, a
/// malformed number is the strictest, and directives that an unclosed quote may hide count as well. Directives for shared
/// caches (`s-maxage`, `proxy-revalidate`, `private`'s arguments) are ignored.
struct CacheControl: Hashable, Sendable {
  /// Nothing of the exchange may be stored.
  var noStore = false
  /// Nothing stored may be used without asking the server.
  var noCache = false
  /// Fields of the response that must not be stored: `no-cache="Set-Cookie"`.
  var noCacheFields: Set<HTTPHeaderName> = []
  /// Once stale, it must not be used without asking the server.
  var mustRevalidate = false
  /// `no-store` does not apply to a cache that understands the status.
  var mustUnderstand = false
  /// May be stored, whatever the status says of itself.
  var isPublic = false
  /// May be stored by a private cache, whatever the status says of itself.
  var isPrivate = false
  /// Will not change while it is fresh (RFC 8246).
  var isImmutable = false
  /// Only a stored response is wanted.
  var onlyIfCached = false
  /// The seconds for which a response is fresh; in a request the greatest age that is accepted.
  var maxAge: Int?
  /// The seconds for which the response must stay fresh.
  var minFresh: Int?
  /// The seconds for which the response may have been stale.
  var maxStale: Int?
  /// The seconds for which a stale response may be used while a new one is fetched (RFC 5861 §3).
  var staleWhileRevalidate: Int?
  /// The seconds for which a stale response may be used in place of an error (RFC 5861 §4).
  var staleIfError: Int?

  /// What stands for “any number of seconds”, and for all numbers above (RFC 9111 §1.2.2).
  static let unlimited = 1 << 31
}

extension CacheControl {
  /// Reads all `Cache-Control` fields; for a request without any, `Pragma: no-cache` (RFC 9111 §5.4).
  init(_ headers: HTTPHeaders, ofRequest: Bool = false) {
    self.init()
    add(headers, ofRequest: ofRequest)
  }

  /// Reads further fields: of what is said twice, the stricter counts.
  mutating func add(_ headers: HTTPHeaders, ofRequest: Bool = false) {
    var isPresent = false
    for field in headers where field.name == .cacheControl {
      add(field.value)
      isPresent = true
    }
    if ofRequest, !isPresent, headers.contains(.pragma) { add(pragma: headers) }
  }

  /// Reads the value of one field.
  ///
  /// Where that is no list of directives to the letter, it is read in pieces once more, for what may forbid
  /// something, and what it allows does not count.
  mutating func add(_ value: String) {
    let directives = HTTPQuoting.split(value, at: ",").filter { !$0.isEmpty }.map(Directive.init)
    for directive in directives { add(directive) }
    guard !HTTPQuoting.isClosed(value) || !directives.allSatisfy(\.isWellFormed) else { return }
    for piece in value.utf8.split(whereSeparator: Self.separators.contains) {
      add(Directive(Substring(piece)))
    }
    distrust()
  }

  private static let separators = ByteSet(" \t,;\"")

  private mutating func add(pragma headers: HTTPHeaders) {
    let parts = headers.values(for: .pragma).flatMap { HTTPQuoting.split($0, at: ",") }
    if parts.contains(where: { Directive($0).name == "no-cache" }) { noCache = true }
  }

  /// Takes back all that would allow something.
  private mutating func distrust() {
    (maxAge, maxStale, staleWhileRevalidate, staleIfError) = (0, 0, 0, 0)
    (mustUnderstand, isPublic, isImmutable) = (false, false, false)
  }

  private mutating func add(_ directive: Directive) {
    switch directive.name {
    case "no-store": noStore = true
    case "no-cache": add(noCache: directive)
    case "must-revalidate": mustRevalidate = true
    case "must-understand": mustUnderstand = true
    case "public": isPublic = true
    case "private": isPrivate = true
    case "immutable": isImmutable = true
    case "only-if-cached": onlyIfCached = true
    case "max-age": maxAge = min(maxAge ?? .max, directive.seconds ?? 0)
    case "min-fresh": minFresh = max(minFresh ?? 0, directive.seconds ?? Self.unlimited)
    case "max-stale":
      let seconds = directive.argument == nil ? Self.unlimited : directive.seconds ?? 0
      maxStale = min(maxStale ?? .max, seconds)
    case "stale-while-revalidate":
      staleWhileRevalidate = min(staleWhileRevalidate ?? .max, directive.seconds ?? 0)
    case "stale-if-error": staleIfError = min(staleIfError ?? .max, directive.seconds ?? 0)
    default: break
    }
  }

  private mutating func add(noCache directive: Directive) {
    let names =
      directive.argument.flatMap(HTTPQuoting.unquoted)?.utf8.split(separator: UInt8(ascii: ",")).map {
        ASCII.trimmed(Substring($0))
      } ?? []
    guard !names.isEmpty, names.allSatisfy({ Token.isValid($0) }) else { return noCache = true }
    noCacheFields.formUnion(names.map { HTTPHeaderName(String($0)) })
  }
}

/// One directive: a name, and the text after its `=`.
private struct Directive {
  let name: String
  let argument: Substring?

  init(_ text: Substring) {
    let sides = ASCII.nameAndValue(text)
    (name, argument) = (ASCII.lowercased(String(sides.name)), sides.value)
  }

  /// Whether it is a token, or a token and an argument that is a token or a quoted string.
  var isWellFormed: Bool {
    Token.isValid(name) && argument.map { HTTPQuoting.unquoted($0) != nil } ?? true
  }

  /// The argument as delta-seconds; nil if it is missing or malformed.
  var seconds: Int? {
    argument.flatMap(HTTPQuoting.unquoted).flatMap { DeltaSeconds.value($0) }
  }
}

/// A number of seconds in a field value (RFC 9111 §1.2.2).
enum DeltaSeconds {
  /// The number, ``CacheControl/unlimited`` if it is greater; nil for any other text.
  static func value(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty else { return nil }
    var result = 0
    for byte in text.utf8 {
      guard ASCII.isDigit(byte) else { return nil }
      result = min(result * 10 + Int(byte - UInt8(ascii: "0")), CacheControl.unlimited)
    }
    return result
  }
}
