import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Server-sent events", .timeLimit(.minutes(1)))
struct ServerSentEventTests {
  private func events(
    _ chunks: [Data], type: String? = "text/event-stream", options: RequestOptions = RequestOptions()
  ) async throws -> [ServerSentEvent] {
    try await APIClient.answering(.chunks(chunks, contentType: type)).dispatch(Watch(options: options)).all()
  }

  private func events(_ text: String) async throws -> [ServerSentEvent] {
    try await events([Data(text.utf8)])
  }

  private func event(
    _ data: String, type: String = "message", id: String = "", retry: Duration? = nil
  ) -> ServerSentEvent {
    ServerSentEvent(type: type, data: data, id: id, retry: retry)
  }

  @Test("the examples of the standard (§9.2.6)")
  func standard() async throws {
    #expect(
      try await events("data: YHOO\ndata: +2\ndata: 10\n\n") == [event("YHOO\n+2\n10")])
    let four = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n"
    #expect(
      try await events(four + "\n") == [
        event("first event", id: "1"), event("second event"), event(" third event"),
      ])
    #expect(try await events(four) == [event("first event", id: "1"), event("second event")])
    #expect(try await events("data\n\ndata\ndata\n\ndata:") == [event(""), event("\n")])
    #expect(try await events("data:test\n\ndata: test\n\n") == [event("test"), event("test")])
  }

  static let cases: [(String, [ServerSentEvent])] = [
    ("", []),
    ("\n\n\n", []),
    (": comment only\n\n", []),
    ("event: added\ndata: x\n\ndata: y\n\n", [.init(type: "added", data: "x"), .init(data: "y")]),
    ("event: added\n\ndata: y\n\n", [.init(data: "y")]),
    ("event:\ndata: x\n\n", [.init(data: "x")]),
    // The id stays until another one arrives. An id with NULL is ignored.
    (
      "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
      [.init(data: "a", id: "1"), .init(data: "b", id: "1"), .init(data: "c")]
    ),
    ("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", [.init(data: "a", id: "1"), .init(data: "b", id: "1")]),
    ("id: 7\n\ndata: a\n\n", [.init(data: "a", id: "7")]),
    // Digits alone are a time.
    ("retry: 250\ndata: a\n\n", [.init(data: "a", retry: .milliseconds(250))]),
    ("retry: 2.5\nretry: -1\nretry:\nretry: 1s\ndata: a\n\n", [.init(data: "a")]),
    // Unknown fields are skipped, and names are case-sensitive.
    ("Data: a\ndat: b\nfoo\n: c\ndata : d\ndata: e\n\n", [.init(data: "e")]),
    // One space is removed, and all else stays.
    ("data:\ta: b \n\n", [.init(data: "\ta: b ")]),
    ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [.init(data: "a")]),
    // An event that is not finished is dropped.
    ("data: a\n\ndata: b\n", [.init(data: "a")]),
  ]

  @Test(
    "fields, comments, ids and retry times are read as in the standard, with any chunks", .feature("F8"),
    arguments: cases
  )
  func everywhere(text: String, expected: [ServerSentEvent]) async throws {
    for end in ["\n", "\r\n", "\r"] {
      let bytes = Data(text.replacing("\n", with: end).utf8)
      for chunks in Chunking.all(bytes) { #expect(try await events(chunks) == expected) }
    }
  }

  @Test("any chunks and line ends give the same events")
  func property() {
    checkProperty(cases: 1_000) { generator in
      let pieces = [
        "data", "event", "id", "retry", ":", " ", "x", "é", "7", "\0", "\n", "\n", "\n", "\u{FEFF}",
      ]
      let text = (0..<40).map { _ in pieces[generator.index(below: pieces.count)] }.joined()
      let end = ["\n", "\r\n", "\r"][generator.index(below: 3)]
      let chunks = Chunking.random(Data(text.replacing("\n", with: end).utf8), using: &generator)
      return try Self.parse(chunks) == Self.parse([Data(text.utf8)])
    }
  }

  private static func parse(_ chunks: [Data]) throws -> [ServerSentEvent] {
    var parser = EventParser()
    return try LineSplitter.lines(chunks).compactMap { parser.take(Data($0.utf8)) }
  }

  @Test("an event is delivered as soon as its empty line arrives", .feature("F8"))
  func prompt() async throws {
    let clock = TestClock()
    for text in ["data: a\n\n", "data: a\r\r", "data: a\r\n\r"] {
      let stub = StubTransport(clock: CallClock(clock)) {
        On.any().respond(
          .chunks([text, "data: b\n\n"], every: .seconds(1), contentType: "text/event-stream"))
      }
      var events = try await APIClient.testing(stub).dispatch(Watch()).makeAsyncIterator()
      #expect(try await events.next()?.data == "a")
    }
    #expect(clock.now.offset == .zero)
  }

  @Test("events are requested by their media type, and a response of another type or without one is an error")
  func type() async throws {
    let stub = StubTransport {
      On.any().respond(
        .text("<p>", contentType: "text/html"), .data(Data("data: a\n\n".utf8)),
        .text("data: a\n\n", contentType: "Text/Event-Stream;charset=iso-8859-1"))
    }
    let client = APIClient.testing(stub)
    let html = try await client.failure(of: Watch())
    #expect(html.decodingFailure?.description.contains("text/html") == true)
    let untyped = try await client.failure(of: Watch())
    #expect(untyped.decodingFailure?.description.contains("there is no Content-Type") == true)
    #expect(try await client.dispatch(Watch()).all() == [event("a")])
    #expect(stub.requests.allSatisfy { $0.headers[.accept] == "text/event-stream" })
    let unchecked = RequestOptions().with(\.checksContentType, false)
    #expect(try await events([Data("data: a\n\n".utf8)], type: nil, options: unchecked) == [event("a")])
  }

  @Test("a response with the status 204 has no events")
  func noContent() async throws {
    #expect(try await APIClient.answering(.status(204)).dispatch(Watch()).all().isEmpty)
  }

  @Test("malformed bytes become U+FFFD, with any charset of the response")
  func malformed() async throws {
    let bytes = Data("data: ".utf8) + [0xE9] + Data("\n\n".utf8)
    #expect(
      try await events([bytes], type: "text/event-stream; charset=iso-8859-1") == [event("\u{FFFD}")])
  }

  @Test(
    "the maximum length of a line also limits an event",
    arguments: ["data: 12345\n\n", "data: 12\ndata: 34\n"])
  func tooLong(text: String) async throws {
    let options = RequestOptions().with(\.maximumLineLength, text.hasSuffix("\n\n") ? 9 : 8)
    let first = Data("data: 1\n\n".utf8)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await events([first, Data(text.utf8), Data("data: 5\ndata: 6\n\n".utf8)], options: options)
    }
    switch error?.decodingFailure?.reason {
    case .lineTooLong(let line, limit: 9): #expect(line == 3)
    case .eventTooLong(let line, limit: 8): #expect(line == 6)
    default: throw DidNotFail()
    }
  }

  @Test("the data of an event may be as long as the limit, with the line feeds between its lines")
  func longest() async throws {
    let options = RequestOptions().with(\.maximumLineLength, 10)
    let events = try await events([Data("data:abcde\ndata:fghi\n\n".utf8)], options: options)
    #expect(events == [event("abcde\nfghi")])
  }

  @Test("the client's decoder decodes the data of an event, and an error has the response")
  func decoded() async throws {
    let response = StubResponse.chunks(
      [
        "event: added\ndata: {\"id\":1,\ndata: \"title\":\"a\",\"completed\":true}\n\ndata: {\"token\":\"canary\"}\n\n"
      ],
      contentType: "text/event-stream")
    let events = try await APIClient.answering(response).dispatch(Watch()).all()
    #expect(try events[0].decoded(as: Todo.self) == Todo(id: 1, title: "a", completed: true))
    let error = #expect(throws: NetworkRequestError.self) { try events[1].decoded(as: Todo.self) }
    #expect(error?.decodingFailure?.response?.data == Data("{\"token\":\"canary\"}".utf8))
    #expect(error?.description.contains("canary") == false)
    #expect(try event("7").decoded(as: Int.self) == 7)
    let made = #expect(throws: NetworkRequestError.self) { try event("x").decoded(as: Int.self) }
    #expect(made?.underlyingError is DecodingError)
  }
}
