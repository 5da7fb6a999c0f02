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
