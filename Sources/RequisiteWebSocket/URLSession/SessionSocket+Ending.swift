#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Requisite

  extension SessionSocket {
    func beginClose(_ code: WebSocketCloseCode, reason: String) {
      let task = state.withLock { state -> URLSessionWebSocketTask? in
        defer { state.isClosing = true }
        return state.end == nil && !state.isClosing ? state.task : nil
      }
      guard let task else { return }
      let number = URLSessionWebSocketTask.CloseCode(rawValue: Int(code.rawValue)) ?? .normalClosure
      // The session sends the frame and ends the task, whose end is that of the socket.
      task.cancel(with: number, reason: SocketMachine.reasonBytes(reason))
    }

    /// Ends the socket with an error, and closes the connection at once.
    func fail(_ error: NetworkRequestError) {
      finish(.failure(error))
      state.withLock { $0.task }?.cancel()
    }

    /// Ends the socket. Only the first end counts.
    private func finish(_ result: Result<Void, NetworkRequestError>) {
      let ended = state.withLock { state in
        state.end = state.end ?? result
        defer { (state.opening, state.closers, state.pings, state.alarm) = (nil, [], [:], nil) }
        return state
      }
      ended.alarm?.callOff()
      ended.opening?.resume(returning: result.map { nil })
      for closer in ended.closers { closer.resume(returning: result) }
      for ping in ended.pings.values { ping.resume(returning: result.flatMap { .failure(closedError) }) }
    }

    var closedError: NetworkRequestError {
      WebSocketFailure(.ended, "the socket is closed").error(for: request)
    }

    func taskForSending() throws(NetworkRequestError) -> URLSessionWebSocketTask {
      let (task, end, isClosing) = state.withLock { ($0.task, $0.end, $0.isClosing) }
      if case .failure(let error)? = end { throw error }
      guard let task, end == nil, !isClosing else { throw closedError }
      return task
    }

    func setAlarm(after limit: Duration, _ kind: WebSocketFailure.Kind, _ words: String) {
      setAlarm(after: limit) { $0.fail(WebSocketFailure(kind, words).error(for: $0.request)) }
    }

    private func setAlarm(
      after limit: Duration, isKeepAlive: Bool = false, _ ring: @escaping @Sendable (SessionSocket) -> Void
    ) {
      let clock = request.clock
      let alarm = clock.alarm(at: clock.now + limit) { [weak self] in
        if let self { ring(self) }
      }
      let replaced = state.withLock { state -> Alarm? in
        guard state.end == nil, !(isKeepAlive && state.isClosing) else { return alarm }
        defer { state.alarm = alarm }
        return state.alarm
      }
      replaced?.callOff()
    }

    /// Sends a ping after each interval, and fails the socket if nothing comes within the time limit while it is read.
    ///
    /// The session sees a pong when the messages before it are read. So a message counts as well, and silence says nothing
    /// while there is no reader.
    func keepAlive(_ interval: Duration) {
      setAlarm(after: interval, isKeepAlive: true) { socket in
        let limit = socket.options.pongTimeout
        let signs = socket.state.withLock { $0.signsOfLife }
        socket.setAlarm(after: limit, isKeepAlive: true) { socket in
          let isSilent = socket.state.withLock { $0.isReading && $0.signsOfLife == signs }
          guard isSilent else { return socket.keepAlive(interval) }
          let words = "neither a pong nor a message arrived within \(limit) after a ping"
          socket.fail(WebSocketFailure(.silent, words).error(for: socket.request))
        }
        socket.state.withLock { $0.task }?.sendPing { [weak socket] error in
          if error == nil { socket?.keepAlive(interval) }
        }
      }
    }
  }

  extension SessionSocket {
    /// Returns the error of what could not be sent, and ends the socket by it.
    func failure(by error: any Error) -> NetworkRequestError {
      if case .failure(let error) = ended(by: error) { return error }
      return closedError
    }

    /// Ends the socket by an error of the session, unless it has ended, and returns its result.
    func ended(by error: any Error) -> Result<Void, NetworkRequestError> {
      let task = state.withLock { $0.task }
      return ended(task?.closeCode ?? .invalid, task?.closeReason) {
        transport.withLock { $0 }?.webSocketFailure(error, of: request) ?? .cancelled(request)
      }
    }

    /// Ends the socket by the server's close frame, or without one by the error.
    @discardableResult
    private func ended(
      _ closeCode: URLSessionWebSocketTask.CloseCode, _ reason: Data?, or error: () -> NetworkRequestError
    ) -> Result<Void, NetworkRequestError> {
      let code = WebSocketCloseCode(rawValue: UInt16(truncatingIfNeeded: closeCode.rawValue))
      let reason = String(decoding: reason ?? Data(), as: UTF8.self)
      if state.withLock({ $0.isClosing }) {
        finish(.success(()))
      } else if code.rawValue == 1005 || code.isOrderly {
        let departure = WebSocketFailure.closed(code.isOrderly ? code : .goingAway, reason: reason)
        state.withLock { $0.departure = code == .normal ? nil : departure }
        finish(.success(()))
      } else if code.isSendable {
        finish(.failure(WebSocketFailure.closed(code, reason: reason).error(for: request)))
      } else if code.rawValue == 1006 {
        let words = "the connection ended without a close frame"
        finish(.failure(WebSocketFailure(.lost, words).error(for: request)))
      } else {
        finish(.failure(error()))
      }
      return state.withLock { $0.end } ?? .success(())
    }
  }

  extension SessionSocket {
    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol name: String?
    ) {
      let opening = state.withLock { state in
        state.opened = .some(name)
        return state.opening.take()
      }
      opening?.resume(returning: .success(name))
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
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
      _ = ended(by: error ?? URLError(.networkConnectionLost))
    }
  }

  extension URLSessionWebSocketTask.Message {
    /// The message; without bytes if it is of a kind that is unknown.
    var webSocketMessage: WebSocketMessage {
      if case .string(let text) = self { return .text(text) }
      if case .data(let data) = self { return .binary(data) }
      return .binary(Data())
    }
  }

  extension RawMessage {
    var sessionMessage: URLSessionWebSocketTask.Message {
      isText ? .string(String(decoding: bytes, as: UTF8.self)) : .data(bytes)
    }
  }
#endif
