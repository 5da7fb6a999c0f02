extension Transport {
  /// Sends a header field with each request, unless the request has a field with that name.
  ///
  /// Such settings of a server can be repeated, one per line; of two fields with one name, the last one is sent. Layers
  /// inside a setting see its field: `.logged()` on a line before it logs the field, on a line after it does not.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared
  ///   .header(.userAgent, "todos/1.0")
  ///   .header(.acceptLanguage, "en")
  ///   .authority("api.example.com")
  ///   .basePath("/v1")
  ///   .queryItem("locale", "en")
  /// ```
  /// A client's own `headers:` (``APIEnvironment/headers``) are part of its environment: the whole stack sees them, and
  /// only harmless ones are sent to another origin. This layer adds its field to the requests of all clients of a stack,
  /// at one place in the stack. The field is sent with requests to every origin, and only a redirect to another one drops
  /// it: add credentials by ``authenticated(with:for:)``, which sends them only to their origin.
  ///
  /// - Parameters:
  ///   - name: The name of the field. If it is not a token (RFC 9110 §5.6.2), each call fails with
  ///     ``NetworkRequestError/invalidRequest(_:)``.
  ///   - value: The value of the field. If it contains CR, LF or NUL, each call fails in the same way.
  public func header(_ name: HTTPHeaderName, _ value: String) -> some Transport {
    headers([HTTPHeader(name, value)])
  }

  /// Sends with each request those header fields whose names it does not have. See ``header(_:_:)``.
  public func headers(_ headers: HTTPHeaders) -> some Transport {
    setting { request in request.headers = headers.merging(request.headers) }
  }
}

extension Transport {
  /// Changes each request before it is sent: the base of ``header(_:_:)``, ``authority(_:)``,
  /// ``traced(isSampled:spanID:)`` and the other settings of a server.
  func changing(
    _ change: @escaping @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void
  ) -> RequestEditingTransport<Self> {
    RequestEditingTransport(upstream: self, isConstant: false, change: change)
  }

  /// Changes each request in the same way, which depends on nothing but the request.
  func setting(
    _ change: @escaping @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void
  ) -> RequestEditingTransport<Self> {
    RequestEditingTransport(upstream: self, isConstant: true, change: change)
  }
}

/// The transport that changes each request before sending it through `upstream`.
struct RequestEditingTransport<Upstream: Transport>: IdentifyingTransport, ConstantSetting {
  let upstream: Upstream
  let isConstant: Bool
  let change: @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void

  func announce(to layers: inout IdentifyingLayers) {
    if isConstant { layers.settings.append(self) }
  }

  func apply(to request: inout TransportRequest) throws(NetworkRequestError) { try change(&request) }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var request = request
    try change(&request)
    return try await upstream.send(request)
  }
}
