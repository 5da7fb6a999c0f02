// A leading dot needs a concrete type to look in: with these, `.headlines` is looked for in `Endpoint`.
extension APIClient {
  /// Sends an endpoint and returns its value, as in `client.dispatch(.headlines)`.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<Value>(_ endpoint: Endpoint<Value>) async throws(NetworkRequestError) -> Value {
    try await value(of: endpoint)
  }

  /// Sends an endpoint and returns its value together with the reply: status, header fields, data.
  ///
  /// - Throws: What ``dispatch(_:)->R.ReturnType`` throws.
  public func response<Value>(
    for endpoint: Endpoint<Value>
  ) async throws(NetworkRequestError) -> Response<Value> {
    try await reply(to: endpoint)
  }

  // Generic, so that the call in them is the one for any request, and not the one above once more.
  private func value<R: Request>(of request: R) async throws(NetworkRequestError) -> R.ReturnType {
    try await dispatch(request)
  }

  private func reply<R: Request>(to request: R) async throws(NetworkRequestError) -> Response<R.ReturnType> {
    try await response(for: request)
  }
}
