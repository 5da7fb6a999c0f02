#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  extension URLSessionTransport {
    /// Makes the task of a WebSocket, with the header fields of the request and those in `fields`.
    ///
    /// - Parameter delegate: The delegate of the task. It is not asked about certificates, which the session's delegate evaluates.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the request cannot be sent, or the session is a background session.
    package func webSocketTask(
      for request: TransportRequest, adding fields: [String: String],
      delegate: any URLSessionWebSocketDelegate
    ) throws(NetworkRequestError) -> URLSessionWebSocketTask {
      try host.check()
      var message = try request.sessionRequest()
      // The session takes ws and wss alone. Both have the rules of http and https.
      if let url = message.url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) {
        parts.scheme = parts.scheme == "https" ? "wss" : "ws"
        message.url = parts.url ?? url
      }
      for (name, value) in fields { message.setValue(value, forHTTPHeaderField: name) }
      // An open socket may be silent; the handshake has an alarm.
      message.timeoutInterval = .infinity
      return host.webSocketTask(for: message, delegate: delegate)
    }

    /// Returns the response to the handshake of a task, without its body, which the session does not deliver.
    package func webSocketResponse(
      of task: URLSessionTask, to request: TransportRequest
    ) -> TransportResponse? {
      guard let response = task.response as? HTTPURLResponse else { return nil }
      return TransportResponse(
        status: response.statusCode, headers: response.requisiteHeaders, url: request.url)
    }

    /// Returns the failure that an error of a task means, with the reason for which a certificate was refused.
    package func webSocketFailure(_ error: any Error, of request: TransportRequest) -> NetworkRequestError {
      let explained = host.explaining(error, host: request.url.host()) ?? error
      let failure = TransportFailure(ofSession: explained, request: request)
      return NetworkRequestError(failure, request: request)
    }
  }
#endif
