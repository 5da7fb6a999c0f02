extension Transport {
  /// Stores the cookies that servers set and sends them back (RFC 6265). Without this layer, or the option
  /// ``RequestOptions/cookies``, the library stores and sends no cookies.
  ///
  /// ```swift
  /// let jar = CookieJar()
  /// let transport = DefaultTransport.shared.cookies(in: jar).retried()
  /// ```
  /// This applies to each exchange: each attempt of a retry, and each hop of a chain of redirects. If a login is answered
  /// with a redirect and a cookie, the redirect is followed with the cookie. Another host receives only the cookies that
  /// the jar has for that host.
  ///
  /// A request with a `Cookie` field of its own keeps it and gets no cookies from the jar, until a redirect leads to
  /// another origin: the redirect drops that field. Cookies that servers set are stored in any case. Responses and errors
  /// contain the request as the layer received it, without the cookies of the jar.
  ///
  /// The layer sets ``RequestOptions/cookies``, which every ``TerminalTransport`` follows, so it works at any place in
  /// the stack. A cache and ``Transport/duplicatesRemoved(ignoring:)`` keep responses apart by the cookies of the jar, whether
  /// they are inside or outside. A request whose options name a jar uses that one.
  public func cookies(in jar: CookieJar) -> some Transport {
    CookieTransport(upstream: self, jar: jar)
  }
}

/// The transport that gives each request the jar, unless it has one.
struct CookieTransport: Transport {
  let upstream: any Transport
  let jar: CookieJar

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard request.options.cookies == nil else { return try await upstream.send(request) }
    var request = request
    request.options.cookies = jar
    return try await upstream.send(request)
  }
}
