import Foundation

/// One accepted connection, as a script sees it: blocking reads and writes of raw bytes.
///
/// Used by one thread, the one that runs the script; that is what makes `@unchecked Sendable` true.
public final class FaultConnection: @unchecked Sendable {
  /// Which connection of the server this is, from 0.
  public let number: Int
  private let socket: Int32
  private let state: ServerState
  private var unread = Data()
  private let tls: TLSChannel?

  init(socket: Int32, number: Int, state: ServerState, tls: TLSChannel? = nil) {
    (self.socket, self.number, self.state, self.tls) = (socket, number, state, tls)
  }

  /// Reads one request, head and body (by Content-Length or chunked), records it and returns it.
  @discardableResult
  public func readRequest() throws -> ReceivedRequest {
    let head = try readHead()
    var request = ReceivedRequest(head: head, connection: number)
    if request.isChunked {
      try readChunkedBody(into: &request)
    } else {
      request.body = try read(exactly: Int(request.header("Content-Length") ?? "") ?? 0)
    }
    state.record(request)
    return request
  }

  /// Reads and records the head of a request only; what follows stays unread.
  @discardableResult
  public func readRequestHead() throws -> ReceivedRequest {
    let request = ReceivedRequest(head: try readHead(), connection: number)
    state.record(request)
    return request
  }

  /// Reads exactly `count` bytes.
  public func read(exactly count: Int) throws -> Data {
    var result = Data()
    while result.count < count {
      if unread.isEmpty { try fill() }
      let taken = unread.prefix(count - result.count)
      result.append(taken)
      unread = Data(unread.dropFirst(taken.count))
    }
    return result
  }

  /// Reads the bytes that arrive next. Fails at the end of the connection.
  public func readSome() throws -> Data {
    if unread.isEmpty { try fill() }
    defer { unread = Data() }
    return unread
  }

  /// Reads up to and including the next CRLF and returns the line without it.
  public func readLine() throws -> String {
    try String(decoding: read(through: Data("\r\n".utf8)).dropLast(2), as: UTF8.self)
  }

  /// Sends text as UTF-8 bytes; nothing is added or changed.
  public func send(_ text: String) throws { try send(Data(text.utf8)) }

  /// Sends bytes; returns when the system has taken all of them.
  public func send(_ bytes: Data) throws {
    if let tls { try tls.send(bytes) } else { try LoopbackSocket.send(bytes, to: socket) }
  }

  /// Sends bytes below TLS: what the client gets is no record.
  public func sendBelowTLS(_ bytes: Data) throws { try LoopbackSocket.send(bytes, to: socket) }

  /// Whether the client has resumed a TLS session of an earlier connection.
  public var isResumed: Bool { tls?.isResumed ?? false }

  /// Says by TLS that nothing follows.
  public func closeNotify() { tls?.closeNotify() }

  /// Sends bytes in pieces with a pause after each.
  public func send(_ text: String, inPiecesOf size: Int, pausing pause: TimeInterval) throws {
    var rest = Data(text.utf8)
    while !rest.isEmpty {
      try send(Data(rest.prefix(size)))
      rest = Data(rest.dropFirst(size))
      self.pause(pause)
    }
  }

  /// Does nothing for a while.
  public func pause(_ seconds: TimeInterval) { Thread.sleep(forTimeInterval: seconds) }

  /// Does nothing until the client hangs up or the server is stopped; what arrives is thrown away.
  public func waitUntilClosed() {
    while (try? receive()) != nil {}
  }

  /// Closes the sending half: the client sees the end of the stream, what it sends still arrives.
  public func finishSending() { LoopbackSocket.finishSending(socket) }

  /// Makes the close that follows a reset (RST) instead of an orderly one.
  public func resetOnClose() { LoopbackSocket.resetOnClose(socket) }

  private func readHead() throws -> Data { try read(through: Data("\r\n\r\n".utf8)) }

  private func read(through mark: Data) throws -> Data {
    while true {
      if let range = unread.range(of: mark) {
        return try read(exactly: range.upperBound - unread.startIndex)
      }
      try fill()
    }
  }

  private func readChunkedBody(into request: inout ReceivedRequest) throws {
    while true {
      let line = try readLine()
      guard let size = Int(line.prefix { $0 != ";" }, radix: 16) else { throw SocketError.badChunk(line) }
      guard size > 0 else { break }
      request.body.append(try read(exactly: size))
      request.chunkCount += 1
      _ = try read(exactly: 2)
    }
    while true {
      let line = try readLine()
      guard !line.isEmpty else { return }
      request.trailers.append(line)
    }
  }

  private func receive() throws -> Data? {
    if let tls { try tls.receive() } else { try LoopbackSocket.receive(from: socket) }
  }

  private func fill() throws {
    guard let bytes = try receive() else { throw SocketError.closed }
    // A fresh value, so that indices start at 0.
    unread = Data(unread + bytes)
  }
}
