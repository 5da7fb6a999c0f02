import RequisiteTesting
import Testing

@Suite("Decoders", .timeLimit(.minutes(1)))
struct DecoderTests {
  struct Stamp: Codable, Sendable, Equatable { let createdAt: Date }

  struct FindStamp: Request {
    typealias ReturnType = Stamp
    let path = "/stamp"
    let decoder = Self.snakes

    private static let snakes: JSONDecoder = {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.dateDecodingStrategy = .secondsSince1970
      return decoder
    }()
  }

  /// A custom decoder of lines of `name=value`.
  struct Lines: ResponseDecoder {
    var accept: String? { "text/x-lines" }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      let pairs = String(decoding: data, as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: "=")
      }
      guard pairs.allSatisfy({ $0.count == 2 }) else { throw Broken() }
      let object = Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { first, _ in first }
      return try JSONDecoder().decode(type, from: JSONEncoder().encode(object))
    }
  }

  private let stamp = StubResponse.text(#"{"created_at": 60}"#, contentType: "application/json")
  private let expected = Stamp(createdAt: Date(timeIntervalSince1970: 60))

  @Test("a request can have its own decoder with its strategies", .feature("A36", "E25"))
  func ofRequest() async throws {
    #expect(try await APIClient.answering(stamp).dispatch(FindStamp()) == expected)
  }

  @Test("a call and a client can have a decoder, and the request's wins", .feature("B12"))
  func ofClientAndCall() async throws {
    let stub = StubTransport { On.any().respond(stamp) }
    let snakes = FindStamp().decoder
    let client = APIClient.testing(stub, coders: BodyCoders(response: snakes))
    #expect(try await client.dispatch(Fetch<Stamp>()) == expected)
    let plain = APIClient.testing(stub)
    #expect(try await plain.dispatch(Fetch<Stamp>(), using: snakes) == expected)
    #expect(try await plain.failure(of: Fetch<Stamp>()).kind == .decodingError)
    #expect(try await plain.dispatch(FindStamp(), using: PropertyListDecoder()) == expected)
  }

  /// A decoder of a client that checks each value after it was decoded.
  struct Checking: ResponseDecoder {
    struct Negative: Error {}
    var accept: String? { "application/json" }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      let value = try JSONCoding().decode(type, from: data)
      if let todo = value as? Todo, todo.id < 0 { throw Negative() }
      return value
    }
  }

  @Test("the decoder of a client is one step after decoding for all of its calls", .feature("D20"))
  func afterDecoding() async throws {
    let stub = StubTransport { On.any().respond(.json(Todo(id: 1)), .json(Todo(id: -1))) }
    let client = APIClient.testing(stub, coders: BodyCoders(response: Checking()))
    #expect(try await client.dispatch(GetTodo(id: 1)).id == 1)
    let error = try await client.failure(of: GetTodo(id: 1))
    #expect(error.kind == .decodingError && error.underlyingError is Checking.Negative)
  }

  @Test("decoders of property lists and custom formats set Accept to their media type")
  func others() async throws {
    let list = try PropertyListEncoder().encode(Todo())
    let stub = StubTransport {
      On("/value").header(.accept, "application/x-plist").respond(
        .data(list, contentType: "application/x-plist"))
      On("/value").header(.accept, "text/x-lines").respond(.text("a=1\nb=2", contentType: "text/x-lines"))
    }
    let plist = APIClient.testing(stub, coders: BodyCoders(response: PropertyListDecoder()))
    #expect(try await plist.dispatch(Fetch<Todo>()) == Todo())
    let lines = APIClient.testing(stub, coders: BodyCoders(response: Lines()))
    #expect(try await lines.dispatch(Fetch<[String: String]>()) == ["a": "1", "b": "2"])
  }

  @Test("an error of a decoder is the cause, and the response is kept in the error", .feature("D8"))
  func failing() async throws {
    let canned = StubResponse.text("broken", contentType: "text/x-lines")
    let client = APIClient.testing(
      StubTransport { On.any().respond(canned) }, coders: BodyCoders(response: Lines()))
    let error = try await client.failure(of: Fetch<[String: String]>())
    #expect(error.underlyingError is Broken)
    #expect(error.status == 200)
    #expect(error.response?.data == Data("broken".utf8))
  }

  @Test("a decoding error names type, place, cause and the part of the body with the value at fault")
  func words() async throws {
    let body = #"[{"id": 1, "title": "a", "completed": true}, {"id": "x", "title": "b", "completed": true}]"#
    let error = try await APIClient.answering(.text(body, contentType: "application/json")).failure(
      of: GetTodos())
    let failure = try #require(error.decodingFailure)
    #expect(failure.codingPath == ["1", "id"])
    #expect(failure.type == "[Todo]")
    for words in ["GET https://api.test/todos", "“1.id”", "Int", #"in {"id": "x""#] {
      #expect(error.description.contains(words), "\(error)")
    }
  }

  @Test(
    "the part of the body with the value at fault is found in each encoding of JSON, in the first of repeated members",
    arguments: [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian])
  func place(in encoding: String.Encoding) async throws {
    let text = "\u{FEFF}" + #"{"list": [{"id": "x"}], "list": [{"id": 1}]}"#
    struct Lists: Decodable, Sendable {
      struct Item: Decodable, Sendable { let id: Int }
      let list: [Item]
    }
    let body = try #require(text.data(using: encoding))
    let client = APIClient.answering(.data(body, contentType: .json))
    let error = try await client.failure(of: Fetch<Lists>())
    #expect(error.description.hasSuffix(#"found a string — in {"id": "x"}"#), "\(error)")
  }

  @Test("only the start of a long body is printed")
  func preview() async throws {
    let body = "[" + String(repeating: "x\n", count: 5000)
    let error = try await APIClient.answering(.text(body, contentType: "application/json")).failure(
      of: GetTodos())
    #expect(error.description.count < 1000)
    #expect(error.description.contains("(10001 bytes)"))
    #expect(!error.description.contains("\n"))
  }
}
