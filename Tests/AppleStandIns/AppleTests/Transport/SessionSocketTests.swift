import RequisiteTesting
import RequisiteWebSocket
import Testing

@Suite("A WebSocket by a task of URLSession", .timeLimit(.minutes(1)))
struct SessionSocketTests {
  private struct Chat: Request {
    typealias ReturnType = WebSocket<WebSocketMessage, WebSocketMessage>
    let path = "/chat"
    let headers: HTTPHeaders = ["X-A": "1"]
  }

  /// A delegate of a session, as a logger has one.
  private final class Observer: NSObject, URLSessionWebSocketDelegate {
    let events = Locked<[String]>([])

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol name: String?
    ) {
      events.withLock { $0.append("open") }
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      events.withLock { $0.append("close \(closeCode.rawValue)") }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      events.withLock { $0.append("end") }
    }
  }

  private let observer = Observer()
  private let session: URLSession

  init() {
    session = URLSession(configuration: .ephemeral, delegate: observer, delegateQueue: nil)
  }

  private func open(
    _ options: WebSocketOptions = WebSocketOptions(), clock: CallClock = .continuous,
    _ peer: @escaping @Sendable (URLSessionWebSocketTask) -> Void
  ) async throws -> WebSocket<WebSocketMessage, WebSocketMessage> {
    session.webSocketPeer = peer
    let dispatcher = NetworkDispatcher(transport: URLSessionTransport(session), clock: clock)
    let client = APIClient(baseURL: "https://chat.example/v1", networkDispatcher: dispatcher)
    return try await client.with(\.webSocket, options).dispatch(Chat())
  }

  private var task: URLSessionWebSocketTask? { session.madeTasks.first as? URLSessionWebSocketTask }

  private func failure(of error: NetworkRequestError?) -> WebSocketFailure? {
    error?.underlyingError as? WebSocketFailure
  }

  @Test(
    "messages pass in both directions, and the handshake has the request's URL and fields", .feature("F31"))
  func messages() async throws {
    var options = WebSocketOptions(subprotocols: ["v2", "v1"])
    options.maximumMessageSize = 5000
    let socket = try await open(options) { task in
      task.answer(fields: ["X-B": "2"], subprotocol: "v1")
      task.arrive(.string("a"))
      task.arrive(.data(Data([1])))
    }
    #expect(socket.subprotocol == "v1")
    #expect(socket.response.status == 101 && socket.response.headers["X-B"] == "2")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == "a")
    #expect(try await messages.next() == .binary(Data([1])))
    try await socket.send("b")
    #expect(try await socket.ping() >= .zero)
    let request = try #require(task?.originalRequest)
    #expect(request.url?.absoluteString == "wss://chat.example/v1/chat")
    #expect(request.value(forHTTPHeaderField: "X-A") == "1")
    #expect(request.value(forHTTPHeaderField: "Sec-WebSocket-Protocol") == "v2, v1")
    #expect(task?.maximumMessageSize == 5000)
    guard case .string("b")? = task?.sent.first else {
      Issue.record("not sent")
      return
    }
    task?.arrive(.string("stream"))
    var streams = socket.streams.makeAsyncIterator()
    let stream = try #require(try await streams.next())
    #expect(try await stream.bytes.collected(upTo: 100) == Data("stream".utf8))
  }

  @Test("1000 ends the messages, another code is an error, a loss too", .feature("F31"))
  func ends() async throws {
    let orderly = try await open {
      $0.answer()
      $0.arrive(.string("a"))
      $0.finish(1000)
    }
    var read: [WebSocketMessage] = []
    for try await message in orderly { read.append(message) }
    #expect(read == ["a"])
    let late = await #expect(throws: NetworkRequestError.self) { try await orderly.send("late") }
    #expect(failure(of: late)?.kind == .ended)

    let closed = try await open {
      $0.answer()
      $0.finish(4001, reason: "enough")
    }
    let error = await #expect(throws: NetworkRequestError.self) { try await closed.first { _ in true } }
    #expect(failure(of: error)?.closeCode?.rawValue == 4001)
    #expect(failure(of: error)?.description.contains("enough") == true)

    let lost = try await open {
      $0.answer()
      $0.drop()
    }
    let loss = await #expect(throws: NetworkRequestError.self) { try await lost.first { _ in true } }
    #expect(loss?.isRetryable == true)
    guard case .urlSessionFailed(let failure)? = loss else {
      Issue.record("not a failure of the transport")
      return
    }
    #expect(failure.code == .networkConnectionLost)
    #expect(!"\(failure.underlyingError as Any)".contains("chat.example"))
  }

  @Test(
    "a message beyond the limit, which the session refuses, is a violation with 1009, as on Linux",
    .feature("F31", "F54"))
  func tooBig() async throws {
    var options = WebSocketOptions()
    options.maximumMessageSize = 5000
    let socket = try await open(options) {
      $0.answer()
      $0.arrive(.string(String(repeating: "a", count: 5000)))
      $0.arrive(.string(String(repeating: "b", count: 5001)))
    }
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == .text(String(repeating: "a", count: 5000)))
    let error = await #expect(throws: NetworkRequestError.self) { try await messages.next() }
    #expect(failure(of: error)?.kind == .violation && failure(of: error)?.closeCode == .messageTooBig)
    #expect(failure(of: error)?.description.contains("5000") == true)
  }

  @Test("sockets(of:) opens another socket after a lost one", .feature("F31"))
  func source() async throws {
    let number = Locked(0)
    session.webSocketPeer = { task in
      task.answer()
      let isFirst = number.withLock { number in
        number += 1
        return number == 1
      }
      if isFirst { task.drop() } else { task.arrive(.string("again")) }
    }
    let dispatcher = NetworkDispatcher(transport: URLSessionTransport(session))
    let client = APIClient(baseURL: "https://chat.example/v1", networkDispatcher: dispatcher)
    let sockets = client.sockets(of: Chat(), retrying: .constant(.zero), minimumWait: .zero)
    #expect(try await sockets.first { _ in true } == "again")
  }

  @Test("a ping ends with its socket, whether its handler is called twice or not at all", .feature("F31"))
  func pings() async throws {
    for drops in [false, true] {
      let socket = try await open {
        $0.answer()
        if drops { $0.dropPings() } else { $0.ignorePings() }
      }
      let ping = Task { try await socket.ping() }
      let task = try #require(session.madeTasks.last as? URLSessionWebSocketTask)
      while task.pingsUnderWay == 0 { await Task.yield() }
      task.drop()
      await #expect(throws: NetworkRequestError.self) { try await ping.value }
    }
  }

  @Test(
    "a slow reader's socket is not silent: its pong is behind a message that is not read yet", .feature("F31")
  )
  func slowReader() async throws {
    let clock = TestClock()
    var options = WebSocketOptions()
    options.pingInterval = .seconds(30)
    let socket = try await open(options, clock: CallClock(clock)) {
      $0.answer()
      $0.arrive(.string("unread"))
    }
    for wait in [30, 20, 30, 20] {
      try await clock.sleepers(1)
      clock.advance(by: .seconds(wait))
    }
    try await clock.sleepers(1)
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == "unread")
  }

  @Test(
    "another status is the error of that status, and a subprotocol that was not offered is refused",
    .feature("F31"))
  func refused() async throws {
    let error = await #expect(throws: NetworkRequestError.self) { try await open { $0.answer(status: 403) } }
    #expect(error?.kind == .forbidden)
    let unasked = await #expect(throws: NetworkRequestError.self) {
      try await open { $0.answer(subprotocol: "x") }
    }
    #expect(failure(of: unasked)?.kind == .handshake)
  }

  @Test("closing sends the code, and does not wait for the server, as URLSession does not", .feature("F31"))
  func closing() async throws {
    let socket = try await open { $0.answer() }
    let reader = Task { try await socket.first { _ in true } }
    try await socket.close(WebSocketCloseCode(rawValue: 4000), reason: "bye")
    let task = try #require(task)
    #expect(task.closing?.code.rawValue == 4000 && task.closing?.reason == Data("bye".utf8))
    #expect(try await reader.value == nil)
    // The session reports the client's own code, and then the end.
    while observer.events.withLock({ $0.count }) < 3 {
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(observer.events.withLock { $0 } == ["open", "close 4000", "end"])
  }

  @Test(
    "a handshake or a pong that does not come ends the socket, and so does cancelling the reader",
    .feature("F31"))
  func silence() async throws {
    let clock = TestClock()
    let opening = Task { try await open(clock: CallClock(clock)) { _ in } }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    let error = await #expect(throws: NetworkRequestError.self) { try await opening.value }
    #expect(failure(of: error)?.kind == .silent)

    var options = WebSocketOptions()
    options.pingInterval = .seconds(30)
    let socket = try await open(options, clock: CallClock(clock)) {
      $0.answer()
      $0.ignorePings()
    }
    let reader = Task { try await socket.first { _ in true } }
    for wait in [30, 20] {
      try await clock.sleepers(1)
      clock.advance(by: .seconds(wait))
    }
    let silent = await #expect(throws: NetworkRequestError.self) { try await reader.value }
    #expect(failure(of: silent)?.kind == .silent)

    let idle = try await open { $0.answer() }
    let cancelled = Task { try await idle.first { _ in true } }
    cancelled.cancel()
    let end = await #expect(throws: NetworkRequestError.self) { try await cancelled.value }
    #expect(end?.isCancellation == true)
  }
}
