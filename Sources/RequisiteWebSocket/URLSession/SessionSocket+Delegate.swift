#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Requisite

  // Callbacks of the session, on its queue. Those that need no answer are passed on to the session's own delegate, such as a logger.
  extension SessionSocket {
    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol name: String?
    ) {
      (session.delegate as? any URLSessionWebSocketDelegate)?.urlSession?(
        session, webSocketTask: webSocketTask, didOpenWithProtocol: name)
      let (opening, alarm) = state.withLock { state in
        state.opened = .some(name)
        return (state.opening.take(), state.alarm.take())
      }
      alarm?.cancel()
      opening?.resume(returning: .success(name))
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      (session.delegate as? any URLSessionWebSocketDelegate)?.urlSession?(
        session, webSocketTask: webSocketTask, didCloseWith: closeCode, reason: reason)
      ended(closeCode, reason) {
        WebSocketFailure(.lost, "the connection ended without a close frame").error(for: request)
      }
    }

    /// Refuses every redirect, because the library follows redirects by its own policy.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      (session.delegate as? any URLSessionTaskDelegate)?.urlSession?(
        session, task: task, didCompleteWithError: error)
      _ = ended(by: error ?? URLError(.networkConnectionLost))
    }
  }
#endif
