extension Transport {
  /// Sends the id of the call in a header field, so that the logs of both sides can be put together.
  ///
  /// All attempts of a call have one id. A request that has a field of that name keeps it.
  ///
  /// - Parameters:
  ///   - name: The name of the field; `X-Request-ID` by default, the name in common use.
  ///   - id: Makes the id of a request; its ``TransportRequest/id`` by default.
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
  /// Numbers the requests that pass, from 1 on, in ``RequestOptions/number``: inner layers read it.
  ///
  /// Each stack counts for itself; copies of a stack share the count. Outside of `.retried()` each call gets a number, inside
  /// of it each attempt.
  public func numbered() -> some Transport {
    let last = Locked(0)
    return changing { request in request.options.number = last.next() }
  }
}

extension RequestOptions {
  /// The number of the request in its stack, counted from 1; nil without ``Transport/numbered()``, which sets it.
  public var number: Int? {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private enum NumberKey: RequestOptionKey { static let defaultValue: Int? = nil }
