extension RequestOptions {
  /// Where the cookies of a call come from and go to; nil, the default, for nowhere: none is sent and none is kept. See
  /// ``Transport/cookies(in:)``, which sets it for all calls of a stack.
  public var cookies: CookieJar? {
    get { self[CookiesKey.self] }
    set { self[CookiesKey.self] = newValue }
  }
}

private enum CookiesKey: RequestOptionKey { static let defaultValue: CookieJar? = nil }
