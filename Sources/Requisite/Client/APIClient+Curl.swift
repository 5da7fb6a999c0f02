extension APIClient {
  /// Returns a request as a command for curl, with everything that is sent: what this client adds, and what the layers of its
  /// stack add, such as credentials, cookies and header fields.
  ///
  /// ```swift
  /// print(try await client.curlCommand(for: FindTodos()))
  /// let whole = try await client.curlCommand(
  ///   for: FindTodos(), redacting: .revealing)
  /// ```
  /// The request passes the stack, which may wait, or fetch a token, as for a call. The terminal transport then shows it and
  /// sends nothing; the call ends there as if it was cancelled, which is what a log shows. Fields by which a cache
  /// revalidates a stored response are missing, and so are those that the terminal transport or curl adds itself, such as
  /// `Accept-Encoding`.
  ///
  /// - Note: A transport of your own that talks to a server, and is not a ``TerminalTransport``, sends the request.
  /// - Parameter redaction: The rule that decides which secrets are left out; by default that of the request's options.
  ///   ``Redaction/revealing`` leaves none out.
  /// - Throws: What ``prepare(_:)`` and the layers throw, such as ``NetworkRequestError/authenticationFailed(_:)``.
  public func curlCommand(
    for request: some Request, redacting redaction: Redaction? = nil
  ) async throws(NetworkRequestError) -> String {
    let preview = RequestPreview()
    var prepared = try await prepare(request)
    prepared.options.preview = preview
    do throws(NetworkRequestError) {
      _ = try await networkDispatcher.send(prepared)
    } catch {
      guard preview.request != nil else { throw error }
    }
    let sent = preview.request ?? prepared
    return sent.curlCommand(redacting: redaction ?? sent.options.redaction)
  }
}
