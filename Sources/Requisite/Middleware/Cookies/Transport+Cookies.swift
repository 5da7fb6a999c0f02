extension Transport {
  /// Stores the cookies that servers set and sends them back (RFC 6265). Without this layer no cookie is stored or sent.
  ///
  /// ```swift
  /// let jar = CookieJar()
  /// let transport = DefaultTransport.shared.cookies(in: jar).retried()
  /// ```
  /// Each exchange is looked at: each attempt of a retry, and each hop of a chain of redirects. A login that answers with
  /// a redirect and a cookie is followed with the cookie. What goes to another host is what the jar has for that host.
  ///
  /// A request that has a `Cookie` field of its own keeps it and gets none of the jar, until a redirect leads it to another
  /// origin: the redirect drops that field. Cookies that servers set are stored in any case. Responses and errors carry the
  /// request as it came, without the cookies of the jar.
  ///
  /// It sets ``RequestOptions/cookies``, which every ``TerminalTransport`` obeys, so it works at any place in the stack. Place it outside of a cache, which then keeps responses apart by the cookies that
  /// went along (see ``CachePolicy/identifyingFields``). A request whose options name a jar uses that one.
  public func cookies(in jar: CookieJar) -> some Transport {
    changing { request in request.options.cookies = request.options.cookies ?? jar }
  }
}
