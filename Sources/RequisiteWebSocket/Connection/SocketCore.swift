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
  private let agreed = Locked(Handshake.Agreement())

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
  var subprotocol: String? { agreed.withLock { $0.subprotocol } }

  func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var wakes = Wakes()
    let (takesMore, flushed, closed, isEnding) = state.withLock { state in
      var rest = bytes
      let wasOver = state.end != nil
      state.isHeard = true
      if state.machine == nil { takeResponse(&rest, &state, &wakes) }
      let takesMore = state.machine == nil || state.take(rest, of: request, &wakes)
      let isEnding = state.end != nil && !wasOver
      // Without a socket, the connection has no further use.
      let closed = isEnding && state.machine == nil ? state.connection.take() : nil
      return (takesMore, state.flushes, closed, isEnding && state.machine != nil)
    }
    wakes.run()
    flushed?.flush()
    closed?.close()
    if isEnding { closeSoon() }
    return takesMore
  }

  func takeOutput() -> [UInt8] {
    var wakes = Wakes()
    let (output, resumed) = state.withLock { state -> ([UInt8], (any RawConnection)?) in
      if !state.request.isEmpty {
        defer { state.request = [] }
        return (state.request, nil)
      }
      let output = state.machine?.takeOutput() ?? []
      for sender in state.senders { wakes.others.append((sender, .success(()))) }
      state.senders = []
      return (output, state.resumes())
    }
    wakes.run()
    resumed?.resume()
    return output
  }

  func ended(_ error: NetworkRequestError?) {
    var wakes = Wakes()
    state.withLock { state in
      if error == nil, state.machine == nil, state.response.end() { finishHandshake(&state, &wakes) }
      let words =
        state.machine == nil
        ? "the connection was closed before the response to the handshake was complete"
        : "the connection ended without a close frame"
      state.lose(error ?? WebSocketFailure(.lost, words).error(for: request), of: request, &wakes)
    }
    wakes.run()
  }

  /// Takes the response to the handshake off the front of the bytes.
  private func takeResponse(
    _ bytes: inout UnsafeRawBufferPointer, _ state: inout SocketState, _ wakes: inout Wakes
  ) {
    guard state.end == nil else { return }
    do throws(WebSocketFailure) {
      if try state.response.take(&bytes) { finishHandshake(&state, &wakes) }
    } catch {
      state.finish(.failure(error.error(for: request)), of: request, &wakes)
    }
  }

  private func finishHandshake(_ state: inout SocketState, _ wakes: inout Wakes) {
    let head = state.response
    do throws(WebSocketFailure) {
      if head.status == 101 { try begin(head.headers, &state) }
      if let opening = state.opening.take() {
        wakes.opening = (opening, .success(head.transportResponse(to: request)))
      }
      if head.status != 101 { state.finish(.success(()), of: request, &wakes) }
    } catch {
      state.finish(.failure(error.error(for: request)), of: request, &wakes)
    }
    state.alarm?.callOff()
  }

  private func begin(_ headers: HTTPHeaders, _ state: inout SocketState) throws(WebSocketFailure) {
    let agreement = try handshake.agreement(headers)
    agreed.withLock { $0 = agreement }
    state.machine = SocketMachine(
      isClient: true, coding: agreement.coding,
      settings: SocketMachine.Settings(
        maximumMessageSize: options.maximumMessageSize, minimumCompressedSize: options.minimumCompressedSize))
  }
}
