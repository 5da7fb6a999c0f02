import RequisiteTesting
import Testing

@Suite("Recording exchanges", .timeLimit(.minutes(1)))
struct RecordingTests {
  private let stub = StubTransport {
    On(.get, "/todos").respond(
      json: [Todo()],
      using: {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
      }())
    On(.post, "/todos").respond(
      status: 201, headers: ["Date": "now", "Location": "/todos/9"], json: Todo(id: 9))
    On(.get, "/gone").respond(status: 404, text: "no such thing\nhere")
    On(.get, "/pixel").respond(.data(Data([0, 255]), contentType: "image/png"))
    On(.get, "/lost").fail(.networkConnectionLost)
    On(.get, "/log").respond(.chunks(["one\n", "two\n", "three\n"], contentType: "text/plain"))
    On(.get, "/cut").respond(
      .chunks(["one\n"], contentType: "text/plain", failing: TransportFailure(.networkConnectionLost)))
  }

  @Test("the file is readable: JSON as JSON, text by lines, and everything in a fixed order")
  func format() async throws {
    let folder = try RecordingFolder()
    let client = APIClient.testing(stub.replayed(from: folder.file, mode: .all))
    _ = try await client.dispatch(FindTodos())
    _ = try await client.dispatch(AddTodo(body: Todo(id: 9)))
    await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<String>.get("/gone"))
    }
    _ = try await client.dispatch(Endpoint<Data>.get("/pixel"))
    let expected = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/recorded.json")
    let text = try folder.text
    #expect(try text == String(contentsOf: expected, encoding: .utf8), "\(text)")
  }

  @Test("a body that was not decoded is replayed with its Content-Encoding", .feature("F11"))
  func coded() async throws {
    let folder = try RecordingFolder()
    let gzip = Data([31, 139, 8, 0])
    let coded = StubTransport { On.any().respond(.data(gzip, headers: [.contentEncoding: "gzip"])) }
    for mode in [RecordingMode.all, .replay] {
      let client = APIClient.testing(coded.replayed(from: folder.file, mode: mode))
      let response = try await client.dispatch(
        Endpoint<NetworkResponse>.get("/gzip", headers: [.acceptEncoding: "identity"]))
      #expect(response.data == gzip && response.headers[.contentEncoding] == "gzip")
    }
  }

  @Test("Foundation's coders read and write a recording with any JSON in its bodies")
  func byFoundation() throws {
    let body = #"{"json": {"a": [1, 0.5, "x", true, null], "b": {"c": {}}}}"#
    let text = Data(
      """
      {"version": 1, "exchanges": [{"request": {"method": "POST", "url": "https://a.test", "body": \(body)},
      "response": {"status": 200}}]}
      """.utf8)
    let recording = try JSONCoding().decode(Recording.self, from: text)
    #expect(recording.exchanges.count == 1)
    #expect(try JSONDecoder().decode(Recording.self, from: text) == recording)
    #expect(try JSONDecoder().decode(Recording.self, from: JSONEncoder().encode(recording)) == recording)
  }

  @Test(
    "a recording is replayed with the same values, errors and streams, and nothing is sent", .feature("F11"))
  func roundTrip() async throws {
    let folder = try RecordingFolder()
    for mode in [RecordingMode.all, .replay] {
      let transport = stub.replayed(from: folder.file, mode: mode)
      let client = APIClient.testing(transport)
      #expect(try await client.dispatch(FindTodos()) == [Todo()])
      #expect(try await client.dispatch(AddTodo(body: Todo(id: 9))).id == 9)
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.dispatch(Endpoint<String>.get("/gone"))
      }
      #expect(error?.kind == .notFound && error?.response?.data == Data("no such thing\nhere".utf8))
      #expect(try await client.dispatch(Endpoint<Data>.get("/pixel")) == Data([0, 255]))
      var lines: [String] = []
      for try await line in try await client.dispatch(Endpoint<Lines>.get("/log")) { lines.append(line) }
      #expect(lines == ["one", "two", "three"])
      let file = try await client.dispatch(Endpoint<DownloadedFile>.get("/pixel"))
      #expect(file.byteCount == 2 && file.mediaType == "image/png")
      try await file.remove()
      try transport.verify()
    }
    #expect(stub.requests.count == 6)
  }

  @Test("missing exchanges are recorded at the end, and the others are replayed")
  func missing() async throws {
    let folder = try RecordingFolder()
    for count in [1, 1, 2] {
      let client = APIClient.testing(stub.replayed(from: folder.file, mode: .missing))
      _ = try await client.dispatch(FindTodos())
      if count == 2 { _ = try await client.dispatch(Endpoint<Data>.get("/pixel")) }
      #expect(stub.requests.count == count)
      #expect(try Recording(contentsOf: folder.file.url).exchanges.count == count)
    }
  }

  @Test("recording all replaces the file, and recording the same exchanges again changes nothing")
  func again() async throws {
    let folder = try RecordingFolder()
    try Recording([.init(request: .init(url: "https://old.test"), response: .init())]).write(
      to: folder.file.url)
    var texts: [String] = []
    for _ in 0..<2 {
      let client = APIClient.testing(stub.replayed(from: folder.file, mode: .all))
      _ = try await client.dispatch(FindTodos())
      _ = try await client.dispatch(Endpoint<Data>.get("/pixel"))
      texts.append(try folder.text)
    }
    #expect(texts[0] == texts[1] && !texts[0].contains("old.test"))
  }

  @Test("the mode of replaying never sends a request")
  func replayOnly() async throws {
    let folder = try RecordingFolder()
    try Recording().write(to: folder.file.url)
    let client = APIClient.testing(stub.replayed(from: folder.file, mode: .replay))
    let error = await #expect(throws: NetworkRequestError.self) { try await client.dispatch(FindTodos()) }
    #expect(
      error?.description.contains("the recording is empty (REQUISITE_RECORD=missing records it)") == true)
    #expect(stub.requests.isEmpty)
    #expect(RecordingMode.environment == .replay)
  }

  @Test("failures without a response, and streams that break, are not recorded")
  func failures() async throws {
    let folder = try RecordingFolder()
    let client = APIClient.testing(stub.replayed(from: folder.file, mode: .all))
    await #expect(throws: NetworkRequestError.self) { try await client.dispatch(Endpoint<Data>.get("/lost")) }
    await #expect(throws: NetworkRequestError.self) {
      for try await _ in try await client.dispatch(Endpoint<Lines>.get("/cut")) {}
    }
    _ = try await client.dispatch(Endpoint<Data>.get("/pixel"))
    #expect(
      try Recording(contentsOf: folder.file.url).exchanges.map(\.request.url) == ["https://api.test/pixel"])
  }

  @Test("the part of a stream that was read is recorded")
  func partial() async throws {
    let folder = try RecordingFolder()
    let client = APIClient.testing(stub.replayed(from: folder.file, mode: .all))
    for try await line in try await client.dispatch(Endpoint<Lines>.get("/log")) where line == "two" { break }
    let exchange = try #require(try Recording(contentsOf: folder.file.url).exchanges.first)
    #expect(exchange.response.body == .text("one\ntwo\n"))
  }

  @Test("a stream that can be read once is sent and recorded")
  func uploads() async throws {
    let folder = try RecordingFolder()
    let upload = Endpoint<Todo>.post(
      "/todos",
      body: .stream(BodyStream(ByteStream(Data("hello".utf8))), contentType: "text/plain"))
    let client = APIClient.testing(stub.replayed(from: folder.file, mode: .all))
    _ = try await client.dispatch(upload)
    #expect(stub.requests.first?.text == "hello")
    #expect(try Recording(contentsOf: folder.file.url).exchanges.first?.request.body == .text("hello"))
  }

  @Test("a recording that cannot be written is an error that names the file")
  func unwritable() async throws {
    let client = APIClient.testing(
      stub.replayed(from: RecordingFile(URL(fileURLWithPath: "/proc/no/file.json")), mode: .all))
    let error = await #expect(throws: NetworkRequestError.self) { try await client.dispatch(FindTodos()) }
    #expect(error?.cause(as: RecordingFailure.self)?.file.path == "/proc/no/file.json")
    #expect(error?.description.contains("Domain") == false, "The cause is a sentence.")
  }

  @Test("verify() reports a recording that could not be written, although the stream's reader got no error")
  func unwritableStream() async throws {
    let replay = stub.replayed(from: RecordingFile(URL(fileURLWithPath: "/proc/no/file.json")), mode: .all)
    do { _ = try await replay.send(get("https://api.test/todos", delivery: .streamed)) }
    let error = #expect(throws: UnmetStubs.self) { try replay.verify() }
    #expect(error?.problems.first?.contains("/proc/no/file.json") == true)
  }

  @Test("exchanges that overlap are recorded in the order in which they began")
  func order() async throws {
    let folder = try RecordingFolder()
    let clock = TestClock()
    let slow = StubTransport(clock: CallClock(clock)) {
      On(.get, "/slow").respond(StubResponse.text("slow").after(.seconds(1)))
      On(.get, "/fast").respond(text: "fast")
    }
    let client = APIClient.testing(slow.replayed(from: folder.file, mode: .all))
    async let first = client.dispatch(Endpoint<String>.get("/slow"))
    try await clock.sleepers(1)
    _ = try await client.dispatch(Endpoint<String>.get("/fast"))
    clock.run()
    _ = try await first
    #expect(
      try Recording(contentsOf: folder.file.url).exchanges.map(\.request.url)
        == ["https://api.test/slow", "https://api.test/fast"])
  }
}
