extension Transport {
  /// Sends a request below a base URL and returns its value: a client for one call.
  ///
  /// ```swift
  /// let todos = try await DefaultTransport.shared.dispatch(FindTodos(), baseURL: "https://api.example.com")
  /// ```
  /// - Throws: What ``APIClient/dispatch(_:)->R.ReturnType`` throws.
  public func dispatch<R: Request>(
    _ request: R, baseURL: some BaseURLConvertible, using decoder: any ResponseDecoder = JSONCoding()
  ) async throws(NetworkRequestError) -> R.ReturnType {
    let coders = BodyCoders.standard.decoding(with: decoder)
    return try await APIClient(baseURL: baseURL, transport: self, coders: coders).dispatch(request)
  }
}
