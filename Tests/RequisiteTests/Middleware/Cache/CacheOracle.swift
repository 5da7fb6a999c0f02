@testable import Requisite

/// What RFC 9111 and RFC 5861 say of the second request to a private cache, read without a look at the code.
struct CacheOracle {
  enum Prediction: Equatable { case stored, server, unavailable }

  let scene: CacheScene
  /// The age of the stored response at the second request (§4.2.3).
  var age: Double { Double(max(scene.age ?? 0, -(scene.made ?? 0))) + scene.wait }

  /// §3, for a private cache: `s-maxage`, `private` and `Authorization` do not matter.
  private var isStored: Bool {
    let isExplicit =
      scene.maxAge != nil || scene.expires != nil || has("public") || has("private")
      || has("private=\"X-Once\"")
    return !scene.firstNoStore && !has("no-store") && ![206, 302].contains(scene.status) && scene.vary != "*"
      && (isExplicit || scene.status != 500)
  }

  /// §4.2.1 and §4.2.2: a tenth of the time since the last change, if the status allows it.
  private var lifetime: Double {
    let made = scene.made ?? 0
    if let maxAge = scene.maxAge { return Double(maxAge) }
    if let expires = scene.expires { return Double(max(0, expires - made)) }
    guard let modified = scene.modified, scene.status != 500 || has("public") else { return 0 }
    return Double(made - modified) / 10
  }

  private var isFound: Bool { isStored && !(scene.vary != nil && scene.otherAccept) }
  private var staleness: Double { age - lifetime }

  /// §5.2.1 and §5.2.2: whether the stored response may be used without asking.
  private var mayBeUsed: Bool {
    let isReload = scene.wanted["max-age"].map { age > Double($0) } ?? false
    let isImmutable = scene.wanted["max-age"] == 0 && has("immutable") && staleness < 0
    if has("no-cache") || scene.wanted["no-cache"] != nil || isReload && !isImmutable { return false }
    if let fresh = scene.wanted["min-fresh"] { return -staleness >= Double(fresh) }
    if staleness < 0 { return true }
    return !has("must-revalidate")
      && (isWithin(scene.wanted["max-stale"]) || scene.method == .get && isWithin(scene.staleWhileRevalidate))
  }

  /// RFC 5861 §4.
  private var mayBeUsedAfterError: Bool {
    !has("must-revalidate") && !has("no-cache") && scene.wanted["no-cache"] == nil
      && (isWithin(scene.staleIfError) || isWithin(scene.wanted["stale-if-error"]))
  }

  var isConditional: Bool {
    scene.method == .get && isFound && !mayBeUsed && (scene.hasTag || scene.modified != nil)
  }

  var answer: Prediction {
    if isFound, mayBeUsed { return .stored }
    if scene.wanted["only-if-cached"] != nil { return .unavailable }
    // A `HEAD` asks without conditions, and only its own response answers it.
    if scene.method == .head { return .server }
    let failed = scene.second == 0 || scene.second == 503
    if failed { return isFound && mayBeUsedAfterError ? .stored : .server }
    return scene.second == 304 && isConditional ? .stored : .server
  }

  /// The requests of the server, with the one that follows `stale-while-revalidate`.
  var asked: Int {
    let isInBackground =
      isFound && mayBeUsed && staleness > 0 && !isWithin(scene.wanted["max-stale"])
      && scene.wanted["only-if-cached"] == nil
    return answer == .unavailable || isFound && mayBeUsed && !isInBackground ? 1 : 2
  }

  private func has(_ flag: String) -> Bool { scene.flags.contains(flag) }
  private func isWithin(_ limit: Int?) -> Bool { limit.map { $0 < 0 || staleness <= Double($0) } ?? false }
}
