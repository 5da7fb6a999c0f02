extension APIClient {
  /// A request as a command line of curl, with all that this client adds. Nothing is sent.
  ///
  /// - Parameter redaction: What is left out; the secrets by default.
  /// - Throws: What ``prepare(_:)`` throws.
  public func curlCommand(
    for request: some Request, redacting redaction: Redaction? = nil
  ) async throws(NetworkRequestError) -> String {
    let request = try await prepare(request)
    return request.curlCommand(redacting: redaction ?? request.options.redaction)
  }
}
