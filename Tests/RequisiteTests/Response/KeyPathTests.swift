import RequisiteTesting
import Testing

@Suite("A key path", .timeLimit(.minutes(1)))
struct KeyPathTests {
  private static let document = """
    {"status": "ok", "count": 2, "none": null,
     "response": {"user": {"name": "Ann", "address": {"city": "Paris"}},
                  "todos": [{"id": 1, "title": "a", "completed": true}, {"id": 2, "title": "b", "completed": false}],
                  "matrix": [[1, 2], [3, 4]], "7": "seven"}}
    """
  private let client = APIClient.answering(.text(document, contentType: "application/json"))

  struct City: Request {
    typealias ReturnType = String
    let path = "/value"
    let keyPath = "response.user.address.city"
  }

  @Test("selects a single value of any type", .feature("A33", "A34"))
  func leaves() async throws {
    #expect(try await client.dispatch(City()) == "Paris")
    #expect(try await client.dispatch(Fetch<Int>(keyPath: "count")) == 2)
    #expect(try await client.dispatch(Fetch<Bool>(keyPath: "response.todos.0.completed")) == true)
    #expect(try await client.dispatch(Fetch<Int>(keyPath: "response.matrix.1.0")) == 3)
    #expect(try await client.dispatch(Fetch<String>(keyPath: "response.7")) == "seven")
  }

  @Test("selects objects, arrays and elements of arrays", .feature("A33", "A9"))
  func parts() async throws {
    #expect(try await client.dispatch(Fetch<[Todo]>(keyPath: "response.todos")).map(\.id) == [1, 2])
    #expect(try await client.dispatch(Fetch<Todo>(keyPath: "response.todos.1")).title == "b")
    #expect(try await client.dispatch(Fetch<[[Int]]>(keyPath: "response.matrix")) == [[1, 2], [3, 4]])
  }

  @Test("that is absent selects the whole document", .feature("A35"))
  func absent() async throws {
    struct Whole: Decodable, Sendable { let status: String }
    #expect(try await client.dispatch(Fetch<Whole>()).status == "ok")
  }

  @Test(
    "that does not exist is a decoding error that names it", .feature("A35"),
    arguments: [
      "nowhere", "response.nobody", "response.user.name.first", "response.todos.2", "response.todos.-1",
      "response.todos.first", "status.0", "none.a", "count.1",
    ])
  func nowhere(keyPath: String) async throws {
    let error = try await client.failure(of: Fetch<Todo>(keyPath: keyPath))
    guard case .keyPathNotFound(keyPath) = error.decodingFailure?.reason else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.contains("“\(keyPath)”"))
  }

  @Test("that does not exist selects the whole document with an option", .feature("A35"))
  func optional() async throws {
    struct Whole: Decodable, Sendable { let count: Int }
    let options = RequestOptions().with(\.keyPathIsOptional, true)
    #expect(try await client.dispatch(Fetch<Whole>(keyPath: "nowhere", options: options)).count == 2)
    let error = try await client.failure(of: Fetch<Int>(keyPath: "status", options: options))
    #expect(error.kind == .decodingError, "what is found there and is something else stays an error")
  }

  @Test("a value of another type at its end is a decoding error with the place")
  func mismatch() async throws {
    let error = try await client.failure(of: Fetch<Int>(keyPath: "response.user.name"))
    #expect(error.decodingFailure?.codingPath == ["response", "user", "name"])
    #expect(error.underlyingError is DecodingError)
  }

  @Test(
    "is applied by the request's decoder, with its strategies, also for property lists",
    .feature("A33", "A36"))
  func decoders() async throws {
    struct Dated: Request {
      typealias ReturnType = Date
      let path = "/value"
      let keyPath: String
      let decoder: any ResponseDecoder
      func responseDecoder(standard: any ResponseDecoder) -> any ResponseDecoder { decoder }
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let json = APIClient.answering(.text(#"{"user": {"created_at": 60}}"#, contentType: "application/json"))
    for keyPath in ["user.createdAt", "user.created_at"] {
      let decoders: [any ResponseDecoder] = [decoder, JSONCoding(keys: .snakeCase, dates: .secondsSince1970)]
      for decoder in decoders {
        let date = try await json.dispatch(Dated(keyPath: keyPath, decoder: decoder))
        #expect(date == Date(timeIntervalSince1970: 60), "\(keyPath)")
      }
    }
    let other = Dated(keyPath: "user.createdAt", decoder: JSONCoding())
    #expect(
      try await json.failure(of: other).kind == .decodingError, "only a decoder that converts reads both")

    let list = try PropertyListEncoder().encode(["users": [["name": "Ann"]]])
    let plist = APIClient.testing(
      StubTransport { On.any().respond(.data(list, contentType: "application/x-plist")) },
      coders: BodyCoders(response: PropertyListDecoder()))
    #expect(try await plist.dispatch(Fetch<String>(keyPath: "users.0.name")) == "Ann")
  }
}
