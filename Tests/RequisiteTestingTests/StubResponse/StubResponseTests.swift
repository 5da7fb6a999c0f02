import RequisiteTesting
import TestSupport
import Testing

@Suite("Responses", .timeLimit(.minutes(3)))
struct StubResponseTests {
  @Test("a response is delivered as requested: in memory, as a stream of its chunks, or in a file")
  func deliveries() async throws {
    let stub = StubTransport { On(.get, "/x").respond(.chunks(["da", "", "ta"], contentType: "text/plain")) }
    guard case .data(let data) = try await stub.send(get("https://api.test/x")).body else {
      throw Mismatch("not in memory")
    }
    #expect(data == Data("data".utf8))

    let streamed = try await stub.send(get("https://api.test/x", delivery: .streamed))
    guard case .stream(let stream) = streamed.body else { throw Mismatch("not a stream") }
    var chunks: [String] = []
    for try await chunk in stream { chunks.append(String(decoding: chunk, as: UTF8.self)) }
    #expect(chunks == ["da", "ta"])
    #expect(streamed.headers[.contentType] == "text/plain")

    let folder = try TemporaryFolder()
    let place = folder.url.appendingPathComponent("x")
    let filed = try await stub.send(get("https://api.test/x", delivery: .file(place)))
    guard case .file(place) = filed.body else { throw Mismatch("not that file") }
    #expect(try Data(contentsOf: place) == Data("data".utf8))
    let again = await #expect(throws: NetworkRequestError.self) {
      try await stub.send(get("https://api.test/x", delivery: .file(place)))
    }
    #expect(again?.kind == .invalidRequest, "a file that is there is not overwritten")
    #expect(stub.requests.count == 3, "nothing is sent without a place for the response")
  }

  @Test("delays of responses and chunks use the clock")
  func delays() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) {
      On(.get, "/x").respond(.chunks(["a", "b", "c"], every: .seconds(2)).after(.seconds(5)))
    }
    let response = try await clock.run { try await stub.send(get("https://api.test/x")) }
    #expect(response.status == 200)
    // Five seconds to the response, then two waits between the three chunks.
    #expect(clock.now.offset == .seconds(9))
  }

  @Test(
    "a silence longer than the request's timeout fails the call, before the response and between chunks",
    .feature("F11"),
    arguments: [TransportRequest.Delivery.buffered, .streamed, .file(nil)])
  func timeout(delivery: TransportRequest.Delivery) async throws {
    for (before, between, end) in [(6, 0, 5), (5, 6, 10), (0, 6, 5)] {
      let clock = TestClock()
      let stub = StubTransport(clock: CallClock(clock)) {
        On(.get, "/x").respond(.chunks(["a", "b"], every: .seconds(between)).after(.seconds(before)))
      }
      var request = try get("https://api.test/x", delivery: delivery)
      request.options.timeout = .seconds(5)
      let sent = request
      let error = await #expect(throws: NetworkRequestError.self) {
        try await clock.run {
          guard case .stream(let stream) = try await stub.send(sent).body else { return }
          _ = try await stream.collected(upTo: 10)
        }
      }
      #expect(error?.isTimeout == true && error?.request == sent)
      #expect(clock.now.offset == .seconds(end))
    }
  }

  @Test("chunks that arrive at the timeout, or without one, are in time")
  func inTime() async throws {
    for timeout in [Duration.seconds(5), nil] {
      let clock = TestClock()
      let stub = StubTransport(clock: CallClock(clock)) {
        On(.get, "/x").respond(.chunks(["a", "b", "c"], every: .seconds(5)).after(.seconds(5)))
      }
      var request = try get("https://api.test/x")
      request.options.timeout = timeout
      let sent = request
      #expect(try await clock.run { try await stub.send(sent) }.status == 200)
      #expect(clock.now.offset == .seconds(15))
    }
  }

  @Test("a stream can fail after its chunks, and then the buffered response fails too")
  func failing() async throws {
    let stub = StubTransport {
      On(.get, "/x").respond(.chunks(["a"], failing: TransportFailure(.networkConnectionLost)))
    }
    await #expect(throws: NetworkRequestError.self) { try await stub.send(get("https://api.test/x")) }
    let streamed = try await stub.send(get("https://api.test/x", delivery: .streamed))
    guard case .stream(let stream) = streamed.body else { throw Mismatch("not a stream") }
    var iterator = stream.makeAsyncIterator()
    #expect(try await iterator.next() == Data("a".utf8))
    let error = await #expect(throws: NetworkRequestError.self) { try await iterator.next() }
    #expect(error?.kind == .urlSessionFailed)
  }

  @Test("trailers come with a buffered response, and at the end of a stream")
  func trailers() async throws {
    let stub = StubTransport {
      On(.get, "/x").respond(.chunks(["a", "b"]).trailers(["X-Sum": "7"]))
      On(.get, "/broken").respond(
        .chunks(["a"], failing: TransportFailure(.timedOut)).trailers(["X-Sum": "7"]))
    }
    #expect(try await stub.send(get("https://api.test/x")).trailers["X-Sum"] == "7")
    let canned = try await stub.send(get("https://api.test/x", delivery: .streamed))
    guard case .stream(let stream) = canned.body else { throw Mismatch("not a stream") }
    #expect(canned.trailers.isEmpty)
    var iterator = stream.makeAsyncIterator()
    while try await iterator.next() != nil { #expect(stream.end == nil) }
    #expect(stream.end?.trailers["X-Sum"] == "7")
    let broken = try await stub.send(get("https://api.test/broken", delivery: .streamed))
    guard case .stream(let stream) = broken.body else { throw Mismatch("not a stream") }
    await #expect(throws: NetworkRequestError.self) { try await stream.collected(upTo: 10) }
    #expect(stream.end == nil)
  }

  @Test("a task that is cancelled reads no further chunk of a stub")
  func cancelledReader() async throws {
    let request = try get("https://api.test/", delivery: .streamed)
    let response = try await StubResponse.chunks(["a", "b"]).response(to: request)
    guard case .stream(let stream) = response.body else { throw Mismatch("no stream") }
    let reader = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var chunks = stream.makeAsyncIterator()
      return try await chunks.next()
    }
    let error = await #expect(throws: NetworkRequestError.self) { try await reader.value }
    #expect(error?.kind == .cancelled)
  }

  @Test("a body of another length than announced is cut, or an error")
  func otherLength() async throws {
    for (body, count) in [("abc", 3), ("abcd", 3)] {
      let stub = StubResponse.text(body, headers: ["Content-Length": "3"])
      let response = try await stub.response(to: try get("https://api.test/"))
      guard case .data(let data) = response.body else { throw Mismatch("no data") }
      #expect(data.count == count)
    }
    let short = StubResponse.text("ab", headers: ["Content-Length": "3"])
    let error = await #expect(throws: NetworkRequestError.self) {
      try await short.response(to: try get("https://api.test/"))
    }
    #expect(error?.kind == .urlSessionFailed)
  }

  @Test("errors are converted to their case")
  func errors() async throws {
    struct Own: Error {}
    let stub = StubTransport {
      On("/url").fail(.timedOut)
      On("/own").fail(Own())
      On("/handler").respond { _ in throw Own() }
      On("/fixture").respond(.fixture("missing.json"))
      On("/library").fail(NetworkRequestError.cancelled(nil))
    }
    #expect(try await stub.failure(of: "/url").kind == .urlSessionFailed)
    #expect(try await stub.failure(of: "/own").kind == .unknownError)
    #expect(try await stub.failure(of: "/handler").kind == .unknownError)
    #expect(try await stub.failure(of: "/fixture").kind == .unknownError)
    #expect(try await stub.failure(of: "/library").kind == .cancelled)
  }

  @Test("a fixture is a file beside the test, and its extension gives the media type")
  func fixtures() async throws {
    let stub = StubTransport { On(.get, "/todos").respond(.fixture("../Fixtures/todos.json")) }
    #expect(try await APIClient.testing(stub).dispatch(FindTodos()).first?.title == "From a file")
    let head = TransportRequest(method: .head, url: try URL(string: "https://api.test/h").unwrapped)
    let response = try await StubResponse.text("body").response(to: head)
    guard case .data(let data) = response.body else { throw Mismatch("not in memory") }
    #expect(data.isEmpty, "a response to HEAD has no body")
  }

  @Test("a response that never comes ends when the call is cancelled")
  func never() async throws {
    let stub = StubTransport { On("/x").respond(.never) }
    let task = Task { try await stub.send(get("https://api.test/x")) }
    #expect(try await stub.requests(atLeast: 1).map(\.path) == ["/x"])
    task.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }
}
