import Requisite

/// A socket: the handshake and the machine over a connection, and the tasks that use them.
///
/// The thread of the connection takes what arrives, answers pings and closes, and puts messages in the inbox; so a server
/// is answered whether or not a task is reading.
final class SocketCore: RawConnectionUser {
  let request: TransportRequest
  let options: WebSocketOptions
  let handshake: Handshake
  let state: Locked<SocketState>

  init(_ request: TransportRequest) {
    self.request = request
    options = request.options.webSocket
    handshake = Handshake(
      subprotocols: options.subprotocols, compresses: options.compresses && MessageCoding.isAvailable)
    var state = SocketState()
    state.request = handshake.bytes(of: request)
    self.state = Locked(state)
  }

  /// The subprotocol that was agreed on.
  var subprotocol: String? { state.withLock { $0.subprotocol } }

  func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var deferred = DeferredResumes()
    let (takesMore, flushed, closed, isEnding) = state.withLock { state in
      var rest = bytes
      let wasOver = state.end != nil
      state.hasReceived = true
      if state.machine == nil { takeResponse(&rest, &state, &deferred) }
      let takesMore = state.machine == nil || state.take(rest, of: request, &deferred)
      let isEnding = state.end != nil && !wasOver
      // Without a socket, the connection has no further use.
      let closed = isEnding && state.machine == nil ? state.connection.take() : nil
      return (takesMore, state.flushes, closed, isEnding && state.machine != nil)
    }
    deferred.run()
    flushed?.flush()
    closed?.close()
    if isEnding { closeAfterTimeout() }
    return takesMore
  }

  func takeOutput() -> [UInt8] {
    var deferred = DeferredResumes()
    let (output, resumed) = state.withLock { state -> ([UInt8], (any RawConnection)?) in
      if !state.request.isEmpty {
        defer { state.request = [] }
        return (state.request, nil)
      }
      let output = state.machine?.takeOutput() ?? []
      for sender in state.senders { deferred.others.append((sender, .success(()))) }
      state.senders = []
      return (output, state.resumes())
    }
    deferred.run()
    resumed?.resume()
    return output
  }

  func ended(_ error: NetworkRequestError?) {
    var deferred = DeferredResumes()
    state.withLock { state in
      if error == nil, state.machine == nil, state.response.end() { finishHandshake(&state, &deferred) }
      let message =
        state.machine == nil
        ? "the connection was closed before the response to the handshake was complete"
        : "the connection ended without a close frame"
      state.connectionLost(
        error ?? WebSocketFailure(.lost, message).error(for: request), of: request, &deferred)
    }
    deferred.run()
  }

  /// Takes the response to the handshake off the front of the bytes.
  private func takeResponse(
    _ bytes: inout UnsafeRawBufferPointer, _ state: inout SocketState, _ deferred: inout DeferredResumes
  ) {
    do throws(WebSocketFailure) {
      if try state.response.take(&bytes) { finishHandshake(&state, &deferred) }
    } catch {
      state.finish(.failure(error.error(for: request)), of: request, &deferred)
    }
  }

  private func finishHandshake(_ state: inout SocketState, _ deferred: inout DeferredResumes) {
    let head = state.response
    do throws(WebSocketFailure) {
      if head.status == 101 { try begin(head.headers, &state) }
      if let opening = state.opening.take() {
        deferred.opening = (opening, .success(head.transportResponse(to: request)))
      }
      if head.status != 101 { state.finish(.success(()), of: request, &deferred) }
    } catch {
      state.finish(.failure(error.error(for: request)), of: request, &deferred)
    }
    state.alarm?.cancel()
  }

  private func begin(_ headers: HTTPHeaders, _ state: inout SocketState) throws(WebSocketFailure) {
    let agreement = try handshake.agreement(headers)
    state.subprotocol = agreement.subprotocol
    state.machine = SocketMachine(isClient: true, coding: agreement.coding, options: options)
  }
}

/// Opening and ending a socket.
extension SocketCore {
  /// Opens the socket over a connection that `connect` makes, and returns the response to the handshake.
  ///
  /// - Throws: What `connect` throws; the error of a handshake that failed, was silent for the request's timeout, or was
  ///   cancelled.
  func open(
    _ connect: (any RawConnectionUser<NetworkRequestError>) throws(NetworkRequestError) -> any RawConnection
  ) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let connection = try connect(self)
    let isOver = state.withLock { state in
      // The connection may have ended already, after the first messages.
      let isOver = state.refusal(of: request) != nil
      if !isOver { state.connection = connection }
      return isOver
    }
    // Output that was there before the socket had its connection.
    if isOver { connection.close() } else { connection.flush() }
    if let limit = request.options.timeout {
      setAlarm(of: .opening, after: limit) { core in
        core.fail("the server did not answer the handshake within \(limit)") { $0.phase == .opening }
      }
    }
    let response = try await waiting(response)
    if let interval = options.pingInterval { keepAlive(interval) }
    return response
  }

  /// The response to the handshake, or its error; without either, keeps the waiter until there is one.
  private func response(
    or waiter: Waiter<TransportResponse>
  ) -> Result<TransportResponse, NetworkRequestError>? {
    state.withLock { state in
      if case .failure(let error)? = state.end { return .failure(error) }
      guard state.machine != nil || state.end != nil else {
        state.opening = waiter
        return nil
      }
      return .success(state.response.transportResponse(to: request))
    }
  }

  func fail(_ error: NetworkRequestError) { fail(error) { _ in true } }

  /// Ends the socket because the server was silent, if it still is: asked under the lock that its answer takes.
  func fail(_ message: String, ifSilent isSilent: (SocketState) -> Bool) {
    fail(WebSocketFailure(.silent, message).error(for: request), if: isSilent)
  }

  /// Ends the socket with an error, and closes the connection at once.
  private func fail(_ error: NetworkRequestError, if condition: (SocketState) -> Bool) {
    var deferred = DeferredResumes()
    let connection = state.withLock { state -> (any RawConnection)? in
      guard condition(state) else { return nil }
      state.finish(.failure(error), of: request, &deferred)
      state.discard(of: request, &deferred)
      state.alarm?.cancel()
      return state.connection.take()
    }
    deferred.run()
    connection?.close()
  }

  /// Begins the close handshake, unless that has happened already, and discards what was not read.
  func beginClose(_ code: WebSocketCloseCode?, reason: String) {
    var deferred = DeferredResumes()
    let connection = state.withLock { state in
      (state.isClosing, state.isPaused) = (true, false)
      state.machine?.close(code, reason: reason)
      state.discard(of: request, &deferred)
      return state.connection
    }
    deferred.run()
    connection?.flush()
    connection?.resume()
    closeAfterTimeout()
  }

  /// Closes the socket, and returns when the server has answered.
  func close(_ code: WebSocketCloseCode, reason: String) async throws(NetworkRequestError) {
    beginClose(code, reason: reason)
    try await waiting { waiter in
      state.withLock { state in
        if state.end == nil { state.closers.append(waiter) }
        return state.end
      }
    }
  }

  /// Closes the socket in the background, because no one uses it any more.
  func abandon() { beginClose(.goingAway, reason: "") }

  /// Closes the connection when the server has not done so within the time limit: it closes first (RFC 6455 §7.1.1).
  func closeAfterTimeout() {
    let limit = options.closeTimeout
    setAlarm(of: .closing, after: limit) {
      $0.fail(silent: "the server did not finish the close handshake within \(limit)")
    }
  }

  /// Sets the one alarm of the socket, and cancels the one before. Does nothing after the alarm's phase, which may end
  /// while the caller comes here: armed later, nothing would cancel the alarm.
  func setAlarm(
    of phase: SocketPhase, after duration: Duration, _ action: @escaping @Sendable (SocketCore) -> Void
  ) {
    let clock = request.clock
    let alarm = clock.alarm(at: clock.now + duration) { [weak self] in
      if let self { action(self) }
    }
    let replaced = state.withLock { state -> Alarm? in
      guard state.connection != nil, state.phase == phase else { return alarm }
      defer { state.alarm = alarm }
      return state.alarm
    }
    replaced?.cancel()
  }
}
