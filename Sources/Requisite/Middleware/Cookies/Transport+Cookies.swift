extension Transport {
  /// Keeps the cookies that servers set, and sends them back where they belong (RFC 6265). Without it none is kept.
  ///
  /// ```swift
  /// let jar = CookieJar()
  /// let transport = DefaultTransport.shared.cookies(in: jar).retried()
  /// ```
  /// Each exchange is looked at: each attempt of a retry, and each hop of a chain of redirects. A login that answers with
  /// a redirect and a cookie is followed with the cookie. What goes to another host is what the jar has for that host.
  ///
  /// A request that has a `Cookie` field of its own keeps it and gets none of the jar, until a redirect leads it to another
  /// origin, where that field stays behind; what servers set is kept all the same. Responses and errors tell of the
  /// request as it came, without the cookies of the jar.
  ///
  /// It holds whatever stands between it and the server, for it says so in ``RequestOptions/cookies``, and all that is a
  /// ``TerminalTransport`` heeds that. Place it outside of a cache, which then keeps responses apart by the cookies that
  /// went along (see ``CachePolicy/identifyingFields``). A request whose options name a jar uses that one.
  public func cookies(in jar: CookieJar) -> some Transport {
    changing { request in request.options.cookies = request.options.cookies ?? jar }
  }
}
