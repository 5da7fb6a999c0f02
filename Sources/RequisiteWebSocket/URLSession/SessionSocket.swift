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
      var departure: WebSocketFailure?
      var isClosing = false
      var isReading = false
      /// The number of messages that have arrived, and of pauses of the reader: while nothing reads, nothing arrives.
      var signsOfLife = 0
      var alarm: Alarm?
    }

    let request: TransportRequest
    let options: WebSocketOptions
    let state = Locked(State())
    let transport = Locked<URLSessionTransport?>(nil)

    init(_ request: TransportRequest) {
      (self.request, options) = (request, request.options.webSocket)
    }

    var subprotocol: String? { state.withLock { $0.opened ?? nil } }
    var departure: WebSocketFailure? { state.withLock { $0.departure } }
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
      let limit = request.options.timeout ?? .seconds(60)
      setAlarm(after: limit, .silent, "the server did not answer the handshake within \(limit)")
      let name: String?
      do throws(NetworkRequestError) {
        name = try await waiting { (waiter: Waiter<String?>) in
          let end = state.withLock { state -> Result<Void, NetworkRequestError>? in
            if state.end == nil { state.opening = waiter }
            return state.end
          }
          if let end { waiter.resume(returning: end.map { nil }) } else { task.resume() }
        }
      } catch {
        // A status other than 101 is an error of the task, which has the response nevertheless.
        guard !error.isCancellation, let response = transport.webSocketResponse(of: task, to: request),
          response.status != 101
        else { throw error }
        return response
      }
      state.withLock { $0.alarm.take() }?.callOff()
      try check(name)
      if let interval = options.pingInterval { keepAlive(interval) }
      return transport.webSocketResponse(of: task, to: request)
        ?? TransportResponse(status: 101, url: request.url)
    }

    private func check(_ name: String?) throws(NetworkRequestError) {
      guard let name, !options.subprotocols.contains(name) else { return }
      let words = "the server has chosen the subprotocol “\(name.prefix(80))”, which was not offered"
      let error = WebSocketFailure(.handshake, words).error(for: request)
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
      guard !isBusy else { throw .unknownError(UnknownFailure(SocketIsBusy())) }
      defer {
        state.withLock { state in
          state.isReading = false
          state.signsOfLife += 1
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
        guard let number else { return waiter.resume(returning: .failure(closedError)) }
        // When the socket ends, the session may call the handler twice, or not at all: the end resumes the waiter then.
        task.sendPing { error in
          let result = error.map { Result<Void, NetworkRequestError>.failure(self.failure(by: $0)) }
          let waiter = self.state.withLock { $0.pings.removeValue(forKey: number) }
          waiter?.resume(returning: result ?? .success(()))
        }
      }
      return request.clock.now - start
    }

    /// Sends a close frame and ends. The session does not wait for the server's close frame.
    func close(_ code: WebSocketCloseCode, reason: String) async throws(NetworkRequestError) {
      beginClose(code, reason: reason)
      try await waiting { (waiter: Waiter<Void>) in
        let end = state.withLock { state in
          if state.end == nil { state.closers.append(waiter) }
          return state.end
        }
        if let end { waiter.resume(returning: end) }
      }
    }

    func abandon() { beginClose(.goingAway, reason: "") }
  }
#endif
