extension Request {
  /// The request as Foundation's `URLRequest`, below a base URL given as `URL` or `String`, whose own path is kept.
  ///
  /// The same checks are made and the same bytes come out as for a dispatch with a client that adds nothing of its
  /// own. A body that is a file or a stream is left out, for a `URLRequest` cannot be sent twice with one.
  ///
  /// ```swift
  /// let request = try AddTodo(body: todo).asURLRequest(baseURL: "https://jsonplaceholder.typicode.com")
  /// ```
  /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, which names the part at fault.
  public func asURLRequest(baseURL: some BaseURLConvertible) throws(NetworkRequestError) -> URLRequest {
    try transportRequest(for: RequestSite(base: baseURL.asBaseURL)).urlRequest
  }
}
