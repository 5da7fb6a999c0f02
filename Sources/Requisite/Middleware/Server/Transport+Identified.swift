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
