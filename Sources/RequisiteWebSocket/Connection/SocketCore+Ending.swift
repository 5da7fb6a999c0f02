import Requisite

/// Opening and ending a socket.
extension SocketCore {
  /// Opens the socket over a connection that `connect` makes, and returns the response to the handshake.
  ///
  /// - Throws: What `connect` throws; the error of a handshake that failed, was silent for the request's timeout, or was
  ///   cancelled.
  func open(
    _ connect: (any RawConnectionUser) throws(NetworkRequestError) -> any RawConnection
  ) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let connection = try connect(self)
    let isOver = state.withLock { state in
      state.connection = connection
      return state.end != nil
    }
    // Output that was there before the socket had its connection.
    if isOver { connection.close() } else { connection.flush() }
    let limit = request.options.timeout ?? .seconds(60)
    setAlarm(after: limit) { core in
      let words = "the server did not answer the handshake within \(limit)"
      core.fail(WebSocketFailure(.silent, words).error(for: core.request))
    }
    let response = try await waiting { wait($0) }
    if response.status == 101, let interval = options.pingInterval { keepAlive(interval) }
    return response
  }

  private func wait(_ waiter: Waiter<TransportResponse>) {
    let result = state.withLock { state -> Result<TransportResponse, NetworkRequestError>? in
      if case .failure(let error)? = state.end { return .failure(error) }
      guard state.machine != nil || state.end != nil else {
        state.opening = waiter
        return nil
      }
      return .success(state.response.transportResponse(to: request))
    }
    if let result { waiter.resume(returning: result) }
  }

  /// Ends the socket with an error, and closes the connection at once.
  func fail(_ error: NetworkRequestError) {
    var wakes = Wakes()
    let connection = state.withLock { state in
      state.finish(.failure(error), of: request, &wakes)
      state.discard(of: request, &wakes)
      state.alarm?.callOff()
      return state.connection.take()
    }
    wakes.run()
    connection?.close()
  }

  /// Begins the close handshake, unless it was begun, and discards what was not read.
  func beginClose(_ code: WebSocketCloseCode?, reason: String) {
    var wakes = Wakes()
    let connection = state.withLock { state in
      (state.isClosing, state.isPaused) = (true, false)
      state.machine?.close(code, reason: reason)
      state.discard(of: request, &wakes)
      return state.connection
    }
    wakes.run()
    connection?.flush()
    connection?.resume()
    closeSoon()
  }

  /// Closes the socket, and returns when the server has answered.
  func close(_ code: WebSocketCloseCode, reason: String) async throws(NetworkRequestError) {
    beginClose(code, reason: reason)
    try await waiting { waiter in
      let end = state.withLock { state in
        if state.end == nil { state.closers.append(waiter) }
        return state.end
      }
      if let end { waiter.resume(returning: end) }
    }
  }

  /// Closes the socket in the background, because no one uses it any more.
  func abandon() {
    let (isOpen, isOver) = state.withLock { ($0.machine != nil, $0.end != nil) }
    // After the end, the close frame may still be on its way, and the connection closes soon.
    guard isOpen else { return fail(.cancelled(request)) }
    if !isOver { beginClose(.goingAway, reason: "") }
  }

  /// Closes the connection when the server has not done so within the time limit: it closes first (RFC 6455 §7.1.1).
  func closeSoon() {
    let limit = options.closeTimeout
    setAlarm(after: limit) { core in
      let words = "the server did not finish the close handshake within \(limit)"
      core.fail(WebSocketFailure(.silent, words).error(for: core.request))
    }
  }

  /// Sets the one alarm of the socket, and calls off the one before.
  ///
  /// - Parameter isKeepAlive: True if the alarm has no use once the socket is closing.
  func setAlarm(
    after duration: Duration, isKeepAlive: Bool = false, _ ring: @escaping @Sendable (SocketCore) -> Void
  ) {
    let clock = request.clock
    let alarm = clock.alarm(at: clock.now + duration) { [weak self] in
      if let self { ring(self) }
    }
    let replaced = state.withLock { state -> Alarm? in
      let isOver = state.isClosing || state.end != nil
      guard state.connection != nil, !(isKeepAlive && isOver) else { return alarm }
      defer { state.alarm = alarm }
      return state.alarm
    }
    replaced?.callOff()
  }
}
