import Dispatch
import Requisite
import TestSupport
import Testing

@Suite("Back-pressure, priority and metrics on Apple platforms", .timeLimit(.minutes(3)))
struct BackPressureTests {
  private static let size = 4 << 20

  @Test("a task is suspended while its reader is slow, and resumed when the reader has caught up")
  func suspends() async throws {
    // The last byte waits for the end of the pause: a task that has got all of its body may be over before it is suspended.
    let last = DispatchSemaphore(value: 0)
    let server = try FaultServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size + 1)\r\n\r\n")
      try connection.send(String(repeating: "x", count: Self.size))
      last.wait()
      try connection.send("x")
    }
    defer {
      last.signal()
      server.stop()
    }
    let session = URLSession(configuration: .ephemeral)
    let response = try await URLSessionTransport(session).send(
      TransportRequest(url: server.url(), delivery: .streamed))
    guard case .stream(let stream) = response.body, let task = session.madeTasks.first else {
      Issue.record("no stream")
      return
    }
    while task.pauses.suspended == 0, !Task.isCancelled { await Task.yield() }
    #expect(task.pauses.resumed == 0)
    async let count = stream.collected(upTo: .max).count
    while task.pauses.resumed == 0, !Task.isCancelled { await Task.yield() }
    last.signal()
    #expect(try await count == Self.size + 1)
    #expect(task.pauses.suspended - task.pauses.resumed <= 1)
  }

  @Test("dropping the stream of a suspended task ends the task")
  func dropped() async throws {
    let closed = Counter()
    let server = try FaultServer { connection in
      // Also where the connection is closed before all of the body was sent.
      defer { closed.add() }
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\r\n\(String(repeating: "x", count: Self.size))")
      connection.waitUntilClosed()
    }
    defer { server.stop() }
    let session = URLSession(configuration: .ephemeral)
    var response: TransportResponse? = try await URLSessionTransport(session).send(
      TransportRequest(url: server.url(), delivery: .streamed))
    let task = try #require(session.madeTasks.first)
    while task.pauses.suspended == 0, !Task.isCancelled { await Task.yield() }
    #expect(response != nil)
    response = nil
    while closed.value == 0, !Task.isCancelled { await Task.yield() }
    #expect(closed.value == 1)
  }

  @Test(
    "the priority of a call is that of its task", .feature("B15"), arguments: RequestOptions.Priority.allCases
  )
  func priority(priority: RequestOptions.Priority) async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    let session = URLSession(configuration: .ephemeral)
    var request = TransportRequest(url: server.url())
    request.options.priority = priority
    _ = try await URLSessionTransport(session).send(request)
    let expected: [RequestOptions.Priority: Float] = [.low: 0.25, .normal: 0.5, .high: 0.75]
    #expect(session.madeTasks.first?.priority == expected[priority])
  }

  @Test("a response has the phases of its exchange, a stream has them at its end")
  func timings() async throws {
    let server = try FaultServer.answering(body: "hello")
    defer { server.stop() }
    for delivery in [TransportRequest.Delivery.buffered, .streamed] {
      let response = try await URLSessionTransport.shared.send(
        TransportRequest(url: server.url(), delivery: delivery))
      var timings = response.timings
      if case .stream(let stream) = response.body {
        _ = try await stream.collected(upTo: 10)
        timings = stream.end?.timings
      }
      let measured = try #require(timings)
      #expect(measured.bytesReceived == 5)
      #expect(measured.httpVersion == "HTTP/1.1")
      #expect(measured.lastByte >= measured.firstByte && measured.firstByte >= measured.requestSent)
    }
  }
}
