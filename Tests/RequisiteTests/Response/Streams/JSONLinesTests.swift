import RequisiteTesting
import Testing

@testable import Requisite

@Suite("JSON lines", .timeLimit(.minutes(1)))
struct JSONLinesTests {
  struct ExportTodos: Request {
    typealias ReturnType = JSONLines<Todo>
    let path = "/todos"
    var options = RequestOptions()
  }
  struct Count: Decodable, Sendable, Equatable {
    var userCount: Int
  }
  struct Counts: Request {
    typealias ReturnType = JSONLines<Count>
    let path = "/counts"
    var decoder: JSONDecoder {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return decoder
    }
  }

  private let text =
    "\u{FEFF}{\"id\":1,\"title\":\"é 👩\",\"completed\":false}\n\n \t\r\n"
    + "{\"id\":2,\r\"title\":\"a\\nb\",\"completed\":true}\r\n{\"id\":3,\"title\":\"\",\"completed\":false}"
  private let todos = [
    Todo(id: 1, title: "é 👩"), Todo(id: 2, title: "a\nb", completed: true), Todo(id: 3, title: ""),
  ]

  @Test("each line is a value, with any chunks, and empty lines are skipped", .feature("F8"))
  func everywhere() async throws {
    for chunks in Chunking.all(Data(text.utf8)) {
      let client = APIClient.answering(.chunks(chunks, contentType: "application/x-ndjson"))
      #expect(try await client.dispatch(ExportTodos()).all() == todos)
    }
  }

  @Test(
    "Accept prefers JSON lines and allows any type", arguments: ["application/jsonl", "text/plain", nil])
  func types(type: String?) async throws {
    let stub = StubTransport { On.any().respond(.chunks([Data(text.utf8)], contentType: type)) }
    #expect(try await APIClient.testing(stub).dispatch(ExportTodos()).all() == todos)
    #expect(
      stub.requests.first?.headers[.accept] == "application/jsonl, application/x-ndjson, */*; q=0.5")
    #expect(stub.requests.first?.delivery == .streamed)
  }

  @Test("the request's decoder reads the lines, or the client's if the request has none")
  func decoders() async throws {
    let response = StubResponse.chunks(["{\"user_count\":", "7}\n"])
    #expect(try await APIClient.answering(response).dispatch(Counts()).all() == [Count(userCount: 7)])
    let coders = BodyCoders.standard.decoding(with: Counts().decoder)
    let client = APIClient.testing(StubTransport { On.any().respond(response) }, coders: coders)
    let endpoint = Endpoint<JSONLines<Count>>.get("/counts")
    #expect(try await client.dispatch(endpoint).all() == [Count(userCount: 7)])
  }

  @Test("the error of a malformed line has its number and cause, and ends the values")
  func malformed() async throws {
    let response = StubResponse.chunks([
      "{\"id\":1,\"title\":\"a\",\"completed\":true}\n\n", "{\"id\":\"two\",\"title\":\"",
      "b\",\"completed\":true}\n",
      "{\"id\":3,\"title\":\"c\",\"completed\":true}\n",
    ])
    var values = try await APIClient.answering(response).dispatch(ExportTodos()).makeAsyncIterator()
    #expect(try await values.next()?.id == 1)
    let error = await #expect(throws: NetworkRequestError.self) { try await values.next() }
    let failure = try #require(error?.decodingFailure)
    guard case .line(3, let cause) = failure.reason else { throw failure.wrong }
    #expect(cause is DecodingError && failure.underlyingError is DecodingError)
    #expect(failure.codingPath == ["id"])
    #expect(failure.response?.data.starts(with: Data("{\"id\":\"two\"".utf8)) == true)
    #expect(failure.description.contains("line 3: "))
    #expect(failure.description.contains("the line begins: {\"id\":\"two\""))
    #expect(try await values.next() == nil)
  }

  @Test(
    "a line that a decoder would take for UTF-16 or UTF-32 is malformed",
    arguments: [
      [0x32, 0], [0, 0x32], [0xFF, 0xFE, 0x32, 0], [0x32, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x32],
    ])
  func otherEncodings(line: [UInt8]) async throws {
    let decoders: [any ResponseDecoder] = [JSONCoding(), JSONDecoder()]
    for decoder in decoders {
      #expect(try decoder.decode(Int.self, from: Data(line)) == 2, "as a whole text, it is 2")
      let response = StubResponse.chunks(
        [Data("1\n".utf8) + Data(line) + Data("\n3\n".utf8)], contentType: nil)
      let client = APIClient.testing(
        StubTransport { On.any().respond(response) }, coders: BodyCoders.standard.decoding(with: decoder))
      var values = try await client.dispatch(Endpoint<JSONLines<Int>>.get("/")).makeAsyncIterator()
      #expect(try await values.next() == 1)
      let error = await #expect(throws: NetworkRequestError.self) { try await values.next() }
      guard case .line(2, _) = error?.decodingFailure?.reason else { throw DidNotFail() }
    }
  }

  @Test("a value that is cut off at the end is an error")
  func cutOff() async throws {
    var values = try await APIClient.answering(.chunks(["{\"id\":1,"])).dispatch(ExportTodos())
      .makeAsyncIterator()
    let error = await #expect(throws: NetworkRequestError.self) { try await values.next() }
    guard case .line(1, _) = error?.decodingFailure?.reason else { throw DidNotFail() }
  }

  @Test("the message of an error has no secrets of a malformed line")
  func secrets() async throws {
    let client = APIClient.answering(.chunks(["{\"password\":\"canary\"}\n"]))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(ExportTodos()).all()
    }
    #expect(error?.description.contains("canary") == false)
    #expect(error?.description.contains("line 1") == true)
  }

  @Test("the error of a line that is too long has its number")
  func tooLong() async throws {
    let options = RequestOptions().with(\.maximumLineLength, 10)
    let client = APIClient.answering(.chunks(["\n", "{\"id\":1,\"title\":\"a\"", ",\"completed\":true}"]))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(ExportTodos(options: options)).all()
    }
    guard case .lineTooLong(2, limit: 10) = error?.decodingFailure?.reason else { throw DidNotFail() }
    #expect(error?.response?.data.startIndex == 0)
  }
}
