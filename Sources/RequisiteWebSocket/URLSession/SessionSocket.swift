#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Requisite

  /// A socket that is a task of a URLSession, which speaks the protocol itself.
  ///
  /// The session reads the server only when a message is asked for. It offers no compression, and joins fragments up to
  /// ``WebSocketOptions/maximumMessageSize``; its pings have no bytes of the caller's.
  final class SessionSocket: NSObject, SocketDriver, URLSessionWebSocketDelegate {
    struct State {
      var task: URLSessionWebSocketTask?
      var opening: Waiter<String?>?
      /// The subprotocol, once the handshake is complete; nil within for none.
      var opened: String??
      /// The result of the socket, once nothing more arrives.
      var end: Result<Void, NetworkRequestError>?
      var closers: [Waiter<Void>] = []
      var pings: [Int: Waiter<Void>] = [:]
      var pingCount = 0
      var orderlyClose: WebSocketFailure?
      var isClosing = false
      var isReading = false
      /// The number of messages and pongs that have arrived, and of pauses of the reader: while nothing reads, nothing arrives.
      var receivedCount = 0
      var alarm: Alarm?

      var phase: SocketPhase { .init(isOpen: opened != nil, isClosing: isClosing || end != nil) }
    }

    let request: TransportRequest
    let options: WebSocketOptions
    let state = Locked(State())
    let transport = Locked<URLSessionTransport?>(nil)

    init(_ request: TransportRequest) {
      self.request = request
      options = request.options.webSocket
    }

    var subprotocol: String? { state.withLock { $0.opened ?? nil } }
    var orderlyClose: WebSocketFailure? { state.withLock { $0.orderlyClose } }
    /// Messages come as a whole.
    var messageNumber: Int { 0 }

    /// Opens the socket, and returns the response to the handshake.
    func open(on transport: URLSessionTransport) async throws(NetworkRequestError) -> TransportResponse {
      guard !Task.isCancelled else { throw .cancelled(request) }
      self.transport.withLock { $0 = transport }
      var fields: [String: String] = [:]
      if !options.subprotocols.isEmpty {
        fields["Sec-WebSocket-Protocol"] = options.subprotocols.joined(separator: ", ")
      }
      let task = try transport.webSocketTask(for: request, adding: fields, delegate: self)
      task.maximumMessageSize = options.maximumMessageSize
      state.withLock { $0.task = task }
      if let limit = request.options.timeout {
        setAlarm(of: .opening, after: limit) { socket in
          socket.fail("the server did not answer the handshake within \(limit)") { $0.phase == .opening }
        }
      }
      let name: String?
      do throws(NetworkRequestError) {
        name = try await waiting { (waiter: Waiter<String?>) in
          let end = state.withLock { state -> Result<Void, NetworkRequestError>? in
            if state.end == nil { state.opening = waiter }
            return state.end
          }
          if end == nil { task.resume() }
          return end?.map { nil }
        }
      } catch {
        // A status other than 101 is an error of the task, which has the response nevertheless.
        guard !error.isCancellation, let response = transport.webSocketResponse(of: task, to: request),
          response.status != 101
        else { throw error }
        return response
      }
      try check(name)
      if let interval = options.pingInterval { keepAlive(interval) }
      return transport.webSocketResponse(of: task, to: request)
        ?? TransportResponse(status: 101, url: request.url)
    }

    private func check(_ name: String?) throws(NetworkRequestError) {
      guard let name, !options.subprotocols.contains(name) else { return }
      let message = "the server has chosen the subprotocol “\(name.prefix(80))”, which was not offered"
      let error = WebSocketFailure(.handshake, message).error(for: request)
      fail(error)
      throw error
    }

    func next(inParts: Bool) async throws(NetworkRequestError) -> RawMessage? {
      guard !Task.isCancelled else {
        fail(.cancelled(request))
        throw .cancelled(request)
      }
      let (task, isBusy) = state.withLock { state in
        defer { state.isReading = true }
        return (state.task, state.isReading)
      }
      guard !isBusy else { throw .unknownError(NetworkRequestError.UnknownFailure(SocketIsBusy())) }
      defer {
        state.withLock { state in
          state.isReading = false
          state.receivedCount += 1
        }
      }
      // Messages may wait although the socket has ended.
      while let task, let message = try await received(by: task) {
        // What arrives during the close handshake is discarded.
        if !state.withLock({ $0.isClosing }) { return message }
      }
      return nil
    }

    private func received(
      by task: URLSessionWebSocketTask
    ) async throws(NetworkRequestError) -> RawMessage? {
      try await waiting { (waiter: Waiter<RawMessage?>) in
        task.receive { result in
          switch result {
          case .success(let message): waiter.resume(returning: .success(RawMessage(message.webSocketMessage)))
          case .failure(let error): waiter.resume(returning: self.ended(by: error).map { nil })
          }
        }
        return nil
      }
    }

    func nextPart(of number: Int) async throws(NetworkRequestError) -> RawMessage {
      throw WebSocketFailure(.ended, "the message has no further part").error(for: request)
    }

    func send(_ message: RawMessage) async throws(NetworkRequestError) {
      guard !Task.isCancelled else { throw .cancelled(request) }
      let task = try taskForSending()
      try await waiting { (waiter: Waiter<Void>) in
        task.send(message.sessionMessage) { error in
          waiter.resume(returning: error.map { .failure(self.failure(by: $0)) } ?? .success(()))
        }
        return nil
      }
    }

    func ping() async throws(NetworkRequestError) -> Duration {
      let (task, start) = (try taskForSending(), request.clock.now)
      try await waiting { (waiter: Waiter<Void>) in
        let number = state.withLock { state -> Int? in
          guard state.end == nil else { return nil }
          state.pingCount += 1
          state.pings[state.pingCount] = waiter
          return state.pingCount
        }
        guard let number else { return .failure(closedError) }
        // When the socket ends, the session may call the handler twice, or not at all: the end resumes the waiter then.
        task.sendPing { error in
          let result = error.map { Result<Void, NetworkRequestError>.failure(self.failure(by: $0)) }
          let waiter = self.state.withLock { $0.pings.removeValue(forKey: number) }
          waiter?.resume(returning: result ?? .success(()))
        }
        return nil
      }
      return request.clock.now - start
    }

    /// Sends a close frame and ends. The session does not wait for the server's close frame.
    func close(_ code: WebSocketCloseCode, reason: String) async throws(NetworkRequestError) {
      beginClose(code, reason: reason)
      try await waiting { (waiter: Waiter<Void>) in
        state.withLock { state in
          if state.end == nil { state.closers.append(waiter) }
          return state.end
        }
      }
    }

    func abandon() { beginClose(.goingAway, reason: "") }
  }

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

    /// Ends the socket because the server was silent, if it still is: asked under the lock that its answer takes.
    private func fail(_ message: String, ifSilent isSilent: (State) -> Bool) {
      let error = WebSocketFailure(.silent, message).error(for: request)
      if finish(.failure(error), if: isSilent) { state.withLock { $0.task }?.cancel() }
    }

    /// Ends the socket. Only the first end counts.
    @discardableResult
    private func finish(
      _ result: Result<Void, NetworkRequestError>, if condition: (State) -> Bool = { _ in true }
    ) -> Bool {
      let ended = state.withLock { state -> State? in
        guard condition(state) else { return nil }
        state.end = state.end ?? result
        defer { (state.opening, state.closers, state.pings, state.alarm) = (nil, [], [:], nil) }
        return state
      }
      guard let ended else { return false }
      ended.alarm?.cancel()
      ended.opening?.resume(returning: result.map { nil })
      for closer in ended.closers { closer.resume(returning: result) }
      for ping in ended.pings.values { ping.resume(returning: result.flatMap { .failure(closedError) }) }
      return true
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

    private func setAlarm(
      of phase: SocketPhase, after limit: Duration, _ action: @escaping @Sendable (SessionSocket) -> Void
    ) {
      let clock = request.clock
      let alarm = clock.alarm(at: clock.now + limit) { [weak self] in
        if let self { action(self) }
      }
      let replaced = state.withLock { state -> Alarm? in
        guard state.phase == phase else { return alarm }
        defer { state.alarm = alarm }
        return state.alarm
      }
      replaced?.cancel()
    }

    /// Sends a ping after each interval, and fails the socket if nothing comes within the time limit while it is read.
    ///
    /// The session sees a pong when the messages before it are read. So a message counts as well, and silence says nothing
    /// while there is no reader.
    func keepAlive(_ interval: Duration) {
      setAlarm(of: .open, after: interval) { socket in
        let limit = socket.options.pongTimeout
        let before = socket.state.withLock { $0.receivedCount }
        socket.setAlarm(of: .open, after: limit) { socket in
          socket.fail("neither a pong nor a message arrived within \(limit) after a ping") { state in
            state.phase == .open && state.isReading && state.receivedCount == before
          }
          // After the end, this does nothing.
          socket.keepAlive(interval)
        }
        socket.state.withLock { $0.task }?.sendPing { [weak socket] error in
          guard error == nil, let socket else { return }
          // The alarm may ring now.
          socket.state.withLock { $0.receivedCount += 1 }
          socket.keepAlive(interval)
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
      let (system, isClosing) = (error as Any as? NSError, state.withLock { $0.isClosing })
      if !isClosing, system?.domain == NSPOSIXErrorDomain, system?.code == Int(EMSGSIZE) {
        finish(.failure(WebSocketFailure.tooBig(options.maximumMessageSize).error(for: request)))
      }
      let task = state.withLock { $0.task }
      return ended(task?.closeCode ?? .invalid, task?.closeReason) {
        transport.withLock { $0 }?.webSocketFailure(error, of: request) ?? .cancelled(request)
      }
    }

    /// Ends the socket by the server's close frame, or without one by the error.
    @discardableResult
    func ended(
      _ closeCode: URLSessionWebSocketTask.CloseCode, _ reason: Data?, or error: () -> NetworkRequestError
    ) -> Result<Void, NetworkRequestError> {
      let code = WebSocketCloseCode(rawValue: UInt16(truncatingIfNeeded: closeCode.rawValue))
      let reason = String(decoding: reason ?? Data(), as: UTF8.self)
      if state.withLock({ $0.isClosing }) {
        finish(.success(()))
      } else if code.rawValue == 1005 || code.isOrderly {
        let orderlyClose = WebSocketFailure.closed(code.isOrderly ? code : .goingAway, reason: reason)
        state.withLock { $0.orderlyClose = code == .normal ? nil : orderlyClose }
        finish(.success(()))
      } else if code.isSendable {
        finish(.failure(WebSocketFailure.closed(code, reason: reason).error(for: request)))
      } else if code.rawValue == 1006 {
        let message = "the connection ended without a close frame"
        finish(.failure(WebSocketFailure(.lost, message).error(for: request)))
      } else {
        finish(.failure(error()))
      }
      return state.withLock { $0.end } ?? .success(())
    }
  }
#endif
