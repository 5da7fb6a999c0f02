/// The directives of a message's `Cache-Control` fields (RFC 9111 §5.2, RFC 5861, RFC 8246), read for a private cache.
///
/// Doubtful values are read strictly, so that less is stored, for a shorter time: of two numbers the stricter one applies,
/// a malformed number is the strictest, and directives that an unclosed quote may hide apply as well. Directives for shared
/// caches (`s-maxage`, `proxy-revalidate`, the arguments of `private`) are ignored.
struct CacheControl: Hashable, Sendable {
  /// `no-store`: neither the request nor the response may be stored.
  var noStore = false
  /// `no-cache`: a stored response must be validated by the server before each use.
  var noCache = false
  /// The response fields that must not be stored, named as in `no-cache="Set-Cookie"`.
  var noCacheFields: Set<HTTPHeaderName> = []
  /// `must-revalidate`: a stale response must be validated by the server before use.
  var mustRevalidate = false
  /// `must-understand`: a cache that understands the status ignores `no-store`.
  var mustUnderstand = false
  /// `public`: the response may be stored even if its status is not cacheable by default.
  var isPublic = false
  /// `private`: a private cache may store the response even if its status is not cacheable by default.
  var isPrivate = false
  /// `immutable`: the response does not change while it is fresh (RFC 8246).
  var isImmutable = false
  /// `only-if-cached`: the client accepts only a stored response.
  var onlyIfCached = false
  /// `max-age` in seconds: how long a response is fresh; in a request, the greatest age that the client accepts.
  var maxAge: Int64?
  /// `min-fresh` in seconds: how much longer the response must stay fresh.
  var minFresh: Int64?
  /// `max-stale` in seconds: how long the response may have been stale; ``DeltaSeconds/unlimited`` for a directive without a number.
  var maxStale: Int64?
  /// `stale-while-revalidate` in seconds: how long a stale response may be used while a new one is fetched (RFC 5861 §3).
  var staleWhileRevalidate: Int64?
  /// `stale-if-error` in seconds: how long a stale response may be used in place of an error (RFC 5861 §4).
  var staleIfError: Int64?
}

extension CacheControl {
  /// Parses all `Cache-Control` fields; for a request without them, `Pragma: no-cache` (RFC 9111 §5.4).
  init(_ headers: HTTPHeaders, ofRequest: Bool = false) {
    self.init()
    add(headers, ofRequest: ofRequest)
  }

  /// Adds the directives of further fields; of repeated directives the stricter one applies.
  mutating func add(_ headers: HTTPHeaders, ofRequest: Bool = false) {
    var isEmpty = true
    headers.forEachValue(of: .cacheControl) { value in
      isEmpty = false
      add(value)
    }
    if ofRequest, isEmpty, headers.contains(.pragma) { add(pragma: headers) }
  }

  /// Adds the directives of one field value.
  ///
  /// A value that is not a well-formed list is also searched piece by piece for directives that forbid something, and its
  /// permissions are withdrawn. A value of more than 1,024 directives or pieces counts as `no-store`.
  mutating func add(_ value: String) {
    value.withBytes { add($0) }
  }

  private mutating func add(_ value: UnsafeBufferPointer<UInt8>) {
    let parts = HTTPQuoting.list(value)
    guard parts.count <= Self.maximumDirectives else {
      noStore = true
      return withdrawPermissions()
    }
    var isWellFormed = HTTPQuoting.isClosed(value)
    for part in parts {
      let directive = Directive(value[part])
      add(directive)
      isWellFormed = isWellFormed && directive.isWellFormed
    }
    guard !isWellFormed else { return }
    let directives = value.split(maxSplits: Self.maximumDirectives, whereSeparator: Self.separators.contains)
    for directive in directives { add(Directive(directive)) }
    if directives.count > Self.maximumDirectives { noStore = true }
    withdrawPermissions()
  }

  private static let separators = ByteSet(" \t,;\"")
  private static let maximumDirectives = 1_024

  private mutating func add(pragma headers: HTTPHeaders) {
    for value in headers.values(for: .pragma) {
      value.withBytes { value in
        for part in HTTPQuoting.list(value) where "no-cache" ~= Directive(value[part]) { noCache = true }
      }
    }
  }

  /// Withdraws all permissions: lifetimes become 0, and `public`, `immutable` and `must-understand` are cleared.
  private mutating func withdrawPermissions() {
    (maxAge, maxStale, staleWhileRevalidate, staleIfError) = (0, 0, 0, 0)
    (mustUnderstand, isPublic, isImmutable) = (false, false, false)
  }

  private mutating func add(_ directive: Directive) {
    switch directive {
    case "no-store": noStore = true
    case "no-cache": add(noCache: directive)
    case "must-revalidate": mustRevalidate = true
    case "must-understand": mustUnderstand = true
    case "public": isPublic = true
    case "private": isPrivate = true
    case "immutable": isImmutable = true
    case "only-if-cached": onlyIfCached = true
    case "max-age": maxAge = min(maxAge ?? .max, directive.seconds ?? 0)
    case "min-fresh": minFresh = max(minFresh ?? 0, directive.seconds ?? DeltaSeconds.unlimited)
    case "max-stale":
      let seconds = !directive.hasArgument ? DeltaSeconds.unlimited : directive.seconds ?? 0
      maxStale = min(maxStale ?? .max, seconds)
    case "stale-while-revalidate":
      staleWhileRevalidate = min(staleWhileRevalidate ?? .max, directive.seconds ?? 0)
    case "stale-if-error": staleIfError = min(staleIfError ?? .max, directive.seconds ?? 0)
    default: break
    }
  }

  private mutating func add(noCache directive: Directive) {
    let names =
      directive.value?.utf8.split(separator: UInt8(ascii: ",")).map {
        ASCII.trimmed(Substring($0))
      } ?? []
    guard !names.isEmpty, names.allSatisfy({ Token.isValid($0) }) else { return noCache = true }
    noCacheFields.formUnion(names.map { HTTPHeaderName(String($0)) })
  }
}

/// A directive as the bytes of its name and those after the `=`, if present, because nearly all are short and plain.
private struct Directive {
  private let name: UnsafeBufferPointer<UInt8>
  private let bytes: UnsafeBufferPointer<UInt8>?

  init(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
    let text = UnsafeBufferPointer(rebasing: text)
    let equals = text.firstIndex(of: UInt8(ascii: "="))
    name = UnsafeBufferPointer(rebasing: text[..<(equals ?? text.endIndex)])
    bytes = equals.map { UnsafeBufferPointer(rebasing: text[($0 + 1)...]) }
  }

  var hasArgument: Bool { bytes != nil }

  /// The argument, without its quotes; nil if it is missing, or neither a token nor a quoted string.
  var value: String? {
    bytes.flatMap { HTTPQuoting.unquoted(Substring(decoding: $0, as: UTF8.self)) }
  }

  /// True if the name is a token and the argument, if present, is a token or a quoted string.
  var isWellFormed: Bool {
    guard Token.isValid(UnsafeRawBufferPointer(name)) else { return false }
    return bytes.map { Token.isValid(UnsafeRawBufferPointer($0)) || value != nil } ?? true
  }

  /// The argument as a number of seconds; nil if it is missing or malformed.
  var seconds: Int64? {
    bytes.flatMap { DeltaSeconds.value($0) } ?? value.flatMap { DeltaSeconds.value($0.utf8) }
  }

  /// True if the directive has the name.
  static func ~= (name: String, directive: Directive) -> Bool {
    name.utf8.count == directive.name.count
      && name.withBytes { ASCII.equalIgnoringCase(directive.name, $0) }
  }
}

/// The parser for a number of seconds in a field value (RFC 9111 §1.2.2).
enum DeltaSeconds {
  /// The number of seconds that means “without limit” and replaces all greater numbers.
  static let unlimited: Int64 = 1 << 31

  /// Parses a number, at most ``unlimited``. Returns nil for text other than digits.
  static func value(_ text: some StringProtocol) -> Int64? { value(text.utf8) }

  /// Parses a number from its bytes.
  static func value(_ text: some Collection<UInt8>) -> Int64? {
    guard !text.isEmpty else { return nil }
    var result: Int64 = 0
    for byte in text {
      guard ASCII.isDigit(byte) else { return nil }
      result = min(result * 10 + Int64(byte - UInt8(ascii: "0")), unlimited)
    }
    return result
  }
}
