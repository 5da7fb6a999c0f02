import RequisiteTesting
import Testing

@Suite("Injected faults", .timeLimit(.minutes(1)))
struct FaultTests {
  private let body = String(repeating: "0123456789", count: 10)
  private let time = TestClock()

  private func stub() -> StubTransport {
    StubTransport(clock: CallClock(time)) {
      On(.get, "/text").respond(text: body)
      On(.get, "/todos").respond(json: [Todo()])
      On(.post, "/todos").respond(json: Todo())
    }
  }

  private func outcome(_ transport: some Transport, _ delivery: TransportRequest.Delivery = .buffered)
    async throws -> String
  {
    do {
      let response = try await transport.send(get("https://api.test/text", delivery: delivery))
      switch response.body {
      case .data(let data): return "\(response.status) \(data.count)"
      case .stream(let stream): return "\(response.status) \(try await stream.collected(upTo: .max).count)"
      case .file(let url):
        defer { do { try FileManager.default.removeItem(at: url) } catch {} }
        return "\(response.status) \(try Data(contentsOf: url).count)"
      }
    } catch let error as NetworkRequestError {
      guard case .urlSessionFailed(let failure) = error else { return error.kind.rawValue }
      return "\(failure.code.rawValue)"
    }
  }

  @Test("the selected calls fail as with a transport, and are not sent")
  func calls() async throws {
    let stub = stub()
    let flaky = stub.faults(
      .fail(.networkConnectionLost).calls(1, 3), .status(503).calls(5...6),
      .fail(Mismatch("mine")).calls(7))
    var outcomes: [String] = []
    for _ in 1...8 { outcomes.append(try await outcome(flaky)) }
    #expect(
      outcomes == ["-1005", "200 100", "-1005", "200 100", "503 0", "503 0", "unknownError", "200 100"])
    #expect(stub.requests.count == 3)
    #expect(flaky.callCount == 8)
    #expect(flaky.injections.map(\.call) == [1, 3, 5, 6, 7])
    #expect(flaky.injections[2].description == "call 5 is answered 503")
  }

  @Test("the error is exactly the transport's, with the request")
  func error() async throws {
    let flaky = stub().faults(.fail(.cannotConnectToHost))
    let request = try get("https://api.test/text")
    let error = await #expect(throws: NetworkRequestError.self) { try await flaky.send(request) }
    #expect(error == .urlSessionFailed(TransportFailure(.cannotConnectToHost, request: request)))
    #expect(error?.isRetryable == true && error?.isBeforeSending == true)
  }

  @Test("rules combine: every third call, and of these the posts")
  func rules() async throws {
    let flaky = stub().faults(.status(500).every(3).when { $0.method == .post })
    let client = APIClient.testing(flaky)
    for number in 1...12 {
      do {
        if number.isMultiple(of: 2) {
          _ = try await client.dispatch(AddTodo(body: Todo()))
        } else {
          _ = try await client.dispatch(FindTodos())
        }
      } catch {}
    }
    #expect(flaky.injections.map(\.call) == [6, 12])
  }

  @Test(
    "a fraction of the calls fails, the same calls for the same seed, also if they overlap", .feature("F11"))
  func fraction() async throws {
    func failing(seed: UInt64, atOnce: Bool) async throws -> [Int] {
      let flaky = EchoTransport().faults(.fail(.timedOut).fraction(0.2), seed: seed)
      let request = try get("https://api.test/text")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<1_000 {
          group.addTask { do { _ = try await flaky.send(request) } catch {} }
          if !atOnce { try await group.next() }
        }
        try await group.waitForAll()
      }
      return flaky.injections.map(\.call).sorted()
    }
    let first = try await failing(seed: 1, atOnce: false)
    #expect((150...250).contains(first.count))
    #expect(try await failing(seed: 1, atOnce: true) == first)
    #expect(try await failing(seed: 2, atOnce: false) != first)
    let none = EchoTransport().faults(.fail(.timedOut).fraction(0), .hang.calls(0))
    _ = try await none.send(get("https://api.test/text"))
    #expect(none.injections.isEmpty)
  }

  @Test("the fractions of two faults select calls independently of each other")
  func fractions() async throws {
    let flaky = EchoTransport().faults(.fail(.timedOut).fraction(0.5), .status(503).fraction(0.5))
    let request = try get("https://api.test/text")
    var statuses: [Int: Int] = [:]
    for _ in 0..<1_000 {
      do { statuses[try await flaky.send(request).status, default: 0] += 1 } catch { continue }
    }
    #expect((150...350).contains(statuses[503] ?? 0) && (150...350).contains(statuses[200] ?? 0))
  }

  @Test(
    "the request of a lost response is sent",
    arguments: [TransportRequest.Delivery.buffered, .streamed, .file(nil)])
  func lostResponse(delivery: TransportRequest.Delivery) async throws {
    let stub = stub()
    #expect(try await outcome(stub.faults(.loseResponse()), delivery) == "-1005")
    #expect(stub.requests.count == 1)
  }

  @Test("a body is cut in every form of delivery, and no file remains; a shorter body is unchanged")
  func cut() async throws {
    let folder = try RecordingFolder()
    let place = folder.url.appendingPathComponent("text")
    for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(place)] {
      for (count, expected) in [(0, "-1005"), (99, "-1005"), (100, "200 100"), (1_000, "200 100")] {
        #expect(try await outcome(stub().faults(.cut(after: count)), delivery) == expected)
        #expect(!FileManager.default.fileExists(atPath: place.path))
      }
    }
  }

  @Test("a stream is cut after exactly the given number of bytes, with any chunks")
  func cutStream() async throws {
    for count in 0...7 {
      let stub = StubTransport { On.any().respond(.chunks(["ab", "cde", "", "fg"])) }
      let response = try await stub.faults(.cut(after: count, failing: .timedOut))
        .send(get("https://api.test/x", delivery: .streamed))
      guard case .stream(let stream) = response.body else { throw Mismatch("no stream") }
      var text = ""
      var code: TransportFailure.Code?
      do {
        for try await chunk in stream { text += String(decoding: chunk, as: UTF8.self) }
      } catch {
        if case .urlSessionFailed(let failure) = error { code = failure.code }
      }
      #expect(text == String("abcdefg".prefix(count)))
      #expect(code == (count < 7 ? .timedOut : nil))
    }
  }

  @Test(
    "one byte is wrong, the same one for the same seed",
    arguments: [TransportRequest.Delivery.buffered, .streamed, .file(nil)])
  func corrupt(delivery: TransportRequest.Delivery) async throws {
    func bytes(seed: UInt64) async throws -> Data {
      let response = try await stub().faults(.corrupt, seed: seed).send(
        get("https://api.test/text", delivery: delivery))
      switch response.body {
      case .data(let data): return data
      case .stream(let stream): return try await stream.collected(upTo: .max)
      case .file(let url):
        defer { do { try FileManager.default.removeItem(at: url) } catch {} }
        return try Data(contentsOf: url)
      }
    }
    let first = try await bytes(seed: 1)
    #expect(zip(first, Data(body.utf8)).count { $0 != $1 } == 1 && first.count == 100)
    #expect(try await bytes(seed: 1) == first)
    #expect(try await bytes(seed: 2) != first)
  }

  @Test("delays, timeouts and slow bodies use the clock")
  func waits() async throws {
    func took(_ transport: FaultyTransport, _ delivery: TransportRequest.Delivery = .buffered) async throws
      -> (
        String, Duration
      )
    {
      let start = time.now
      let result = try await time.run { try await outcome(transport, delivery) }
      return (result, start.duration(to: time.now))
    }
    let clocked = CallClock(time)
    #expect(try await took(stub().faults(.delay(.seconds(2)), clock: clocked)) == ("200 100", .seconds(2)))
    #expect(try await took(stub().faults(.timeout, clock: clocked)) == ("-1001", .seconds(60)))
    for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(nil)] {
      let slow = stub().faults(.slow(chunk: 30, every: .seconds(1)), clock: clocked)
      #expect(try await took(slow, delivery) == ("200 100", .seconds(4)))
    }
    let both = stub().faults(
      .delay(.seconds(1)), .delay(.seconds(2)), .fail(.dnsLookupFailed), clock: clocked)
    #expect(try await took(both) == ("-1006", .seconds(3)))
    #expect(both.injections.count == 3)
  }

  @Test("a call that hangs ends when it is cancelled, for example by a deadline")
  func hangs() async throws {
    let client = APIClient.testing(stub().faults(.hang), clock: CallClock(time))
    let endpoint = Endpoint<String>.get("/text").options(RequestOptions(deadline: .seconds(5)))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await time.run(whenAsleep: 2) { try await client.dispatch(endpoint) }
    }
    #expect(error?.kind == .deadlineExceeded)
    #expect(time.now.offset == .seconds(5))
  }

  @Test("a request that is only to be shown is no call, and meets no fault")
  func preview() async throws {
    let flaky = stub().faults(.fail(.networkConnectionLost))
    #expect(try await APIClient.testing(flaky).curlCommand(for: FindTodos()).contains("/todos"))
    #expect(flaky.callCount == 0 && flaky.injections.isEmpty)
  }

  @Test("a GET whose response is lost is sent again by a retry, and a POST is not", .feature("C7"))
  func retries() async throws {
    let stub = stub()
    let flaky = stub.faults(.loseResponse().calls(1, 3))
    let client = APIClient.testing(flaky.retried(.immediate()))
    #expect(try await client.dispatch(FindTodos()) == [Todo()])
    #expect(stub.requests.count == 2)
    await #expect(throws: NetworkRequestError.self) { try await client.dispatch(AddTodo(body: Todo())) }
    #expect(flaky.callCount == 3)
  }
}
