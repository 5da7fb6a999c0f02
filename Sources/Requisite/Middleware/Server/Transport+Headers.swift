extension Transport {
  /// Sends a header field with each request that has none of that name.
  ///
  /// Settings of a server are one a line, and can be repeated; of two for one name, the one that stands further down
  /// wins. Where they stand decides who sees them: `.logged()` below logs them, above it does not.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared
  ///   .header(.userAgent, "todos/1.0")
  ///   .header(.acceptLanguage, "en")
  ///   .authority("api.example.com")
  ///   .basePath("/v1")
  ///   .queryItem("locale", "en")
  /// ```
  /// A client's own `headers:` (``APIEnvironment/headers``) are a part of its environment: the whole stack sees them, and secret
  /// ones stay within the environment's origin. This is a layer: it adds its field to the requests of all clients of a
  /// stack, at one place in it. The field goes wherever the requests go: credentials belong to ``authenticated(with:for:)``, which keeps them to
  /// their origin.
  ///
  /// - Parameters:
  ///   - name: A name that is no token fails each call with ``NetworkRequestError/invalidRequest(_:)``.
  ///   - value: A value with CR, LF or NUL in it does so, too.
  public func header(_ name: HTTPHeaderName, _ value: String) -> some Transport {
    headers([HTTPHeader(name, value)])
  }

  /// Sends header fields with each request that has none of their names. See ``header(_:_:)``.
  public func headers(_ headers: HTTPHeaders) -> some Transport {
    changing { request in request.headers = headers.merging(request.headers) }
  }
}

extension Transport {
  /// Sends each request as `change` leaves it: the layer below ``header(_:_:)``, ``authority(_:)``, ``traced(isSampled:spanID:)``
  /// and the other settings of a server.
  func changing(
    _ change: @escaping @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void
  ) -> RequestEditingTransport<Self> {
    RequestEditingTransport(upstream: self, change: change)
  }
}

/// Changes each request on its way out.
struct RequestEditingTransport<Upstream: Transport>: Transport {
  let upstream: Upstream
  let change: @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var request = request
    try change(&request)
    return try await upstream.send(request)
  }
}
