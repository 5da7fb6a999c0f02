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
  ) -> RequestEditingTransport {
    RequestEditingTransport(upstream: self, isConstant: false, change: change)
  }

  /// Changes each request in the same way, which depends on nothing but the request.
  func setting(
    _ change: @escaping @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void
  ) -> RequestEditingTransport {
    RequestEditingTransport(upstream: self, isConstant: true, change: change)
  }
}

/// The transport that changes each request before sending it through `upstream`.
struct RequestEditingTransport: Transport {
  let upstream: any Transport
  /// True if the change depends on nothing but the request.
  let isConstant: Bool
  let change: @Sendable (inout TransportRequest) throws(NetworkRequestError) -> Void

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    try await upstream.send(try copy(request, change))
  }
}

extension Transport {
  /// Sends each request to this host and port instead of its own.
  ///
  /// Place it outside ``authenticated(with:for:)``, so that authentication sees the origin that the request is sent to.
  ///
  /// - Parameter authority: The host and port, for example `my-server.com:8080`. If it is malformed, each call fails with
  ///   ``NetworkRequestError/invalidRequest(_:)``.
  public func authority(_ authority: String) -> some Transport {
    replacing(.authority, with: authority, named: "authority")
  }

  /// Sends each request with this scheme, `https` or `http`.
  ///
  /// - Parameter scheme: The scheme. Any other scheme fails each call with ``NetworkRequestError/invalidRequest(_:)``.
  public func scheme(_ scheme: String) -> some Transport {
    replacing(.scheme, with: scheme, named: "scheme")
  }

  /// Puts a path before the path of each request, with exactly one slash between them.
  ///
  /// If there are several base paths, the last one is nearest to the request's path: `.basePath("/api").basePath("/v1")`
  /// turns `/todos` into `/api/v1/todos`.
  ///
  /// - Parameter path: The path, without percent encoding: characters that a path cannot contain are escaped. If its `..`
  ///   segments lead above the root, each call fails with ``NetworkRequestError/invalidRequest(_:)``.
  public func basePath(_ path: String) -> some Transport {
    let escaped = PercentEncoding.escape(path, keeping: .path)
    let inner = escaped.utf8.drop { $0 == UInt8(ascii: "/") }
    let base = DotSegments.removed(from: Substring(inner))
    let prefix = base.map(withLeadingSlash)
    return setting { request throws(NetworkRequestError) in
      guard let prefix else {
        throw .invalidRequest(
          .path, "the base path “\(path)” has too many “..”: it leads above the root of the server")
      }
      guard !prefix.isEmpty else { return }
      try request.replace(.path, with: prefix + URLParts(request.url).path, named: "base path")
    }
  }

  /// Adds an item to the query of each request, unless the query has an item with that name.
  ///
  /// - Parameter value: Text, a number, a Boolean or several of these; nil adds nothing.
  public func queryItem(_ name: String, _ value: (any QueryValue)?) -> some Transport {
    queryItems([name: value])
  }

  /// Adds to the query of each request those items whose names do not occur in it. See ``queryItem(_:_:)``.
  public func queryItems(_ items: QueryParams) -> some Transport {
    let encoded = items.encoded
    return setting { request throws(NetworkRequestError) in
      _ = try items.checkedItems(of: .query)
      let parts = URLParts(request.url)
      let added = parts.query.isEmpty ? encoded : missing(items, in: parts.query).encoded
      guard !added.isEmpty else { return }
      let query = parts.query.isEmpty ? added : "\(parts.query)&\(added)"
      try request.replace(.query, with: query, named: "query item")
    }
  }

  private func replacing(
    _ part: URLParts.Part, with text: String, named name: String
  ) -> some Transport {
    setting { request throws(NetworkRequestError) in
      guard URLParts(request.url)[part] != text else { return }
      try request.replace(part, with: text, named: name)
    }
  }
}

/// Returns the path with a slash at its start and none at its end; empty for an empty path.
private func withLeadingSlash(_ base: Substring) -> String {
  let base = base.utf8.last == UInt8(ascii: "/") ? base.dropLast() : base
  return base.isEmpty ? "" : "/\(base)"
}

/// Returns the items whose names do not occur in the query.
private func missing(_ items: QueryParams, in query: Substring) -> QueryParams {
  let present = Set(QueryParams(encoded: String(query)).items.map(\.name))
  return QueryParams(items: items.items.filter { !present.contains($0.name) })
}

extension Transport {
  /// Sends the id of the call in a header field, so that the logs of client and server can be matched.
  ///
  /// All attempts of a call have one id. A request that already has the field keeps its value.
  ///
  /// - Parameters:
  ///   - name: The name of the field; `X-Request-ID` by default, the name in common use.
  ///   - id: Returns the id of a request; its ``TransportRequest/id`` by default.
  public func identified(
    by name: HTTPHeaderName = "X-Request-ID",
    id: @escaping @Sendable (TransportRequest) -> String = { $0.id.description }
  ) -> some Transport {
    changing { request in
      guard !request.headers.contains(name) else { return }
      request.headers.append(HTTPHeader(name, id(request)))
    }
  }
}

extension Transport {
  /// Numbers the requests that pass, counted from 1, in ``RequestOptions/number``, which inner layers can read.
  ///
  /// Each stack has its own count, which copies of the stack share. Outside `.retried()` the layer numbers calls, inside
  /// it attempts.
  public func numbered() -> some Transport {
    let last = Locked(0)
    return changing { request in request.options.number = last.next() }
  }
}

extension RequestOptions {
  /// The number of the request in its stack, counted from 1; nil unless ``Transport/numbered()`` set it.
  public var number: Int? {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private enum NumberKey: RequestOptionKey { static let defaultValue: Int? = nil }
