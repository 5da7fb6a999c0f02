import RequisiteTesting
import Testing

@Suite("The explanation of an error by its server", .timeLimit(.minutes(1)))
struct ProblemDetailsTests {
  private static let problem = """
    {"type": "https://example.com/probs/out-of-credit", "title": "You do not have enough credit.", "status": 403,
     "detail": "Your balance is 30, but that costs 50.", "instance": "/account/12345/msgs/abc", "balance": 30}
    """

  @Test("problem details (RFC 9457) are read, and shown in the description", .feature("E23", "D22", "F7"))
  func problem() async throws {
    let client = APIClient.answering(
      .text(Self.problem, contentType: "application/problem+json", status: 403))
    let error = try await client.failure(of: Fetch<Todo>())
    #expect(
      error.problem
        == ProblemDetails(
          type: "https://example.com/probs/out-of-credit", title: "You do not have enough credit.",
          status: 403,
          detail: "Your balance is 30, but that costs 50.", instance: "/account/12345/msgs/abc",
          extensions: ["balance": 30]))
    #expect(error.problem?["balance"]?.int == 30)
    #expect(error.description.contains("403 Forbidden — You do not have enough credit.: Your balance is 30"))
    struct Extension: Decodable { let balance: Int }
    #expect(try error.decoded(as: Extension.self)?.balance == 30)
  }

  @Test(
    "the body of a failure is decoded by the decoder of the call: the request's, or its client's",
    .feature("F7"))
  func decoderOfTheCall() async throws {
    struct Invalid: Decodable, Equatable { let errorCode: String }
    let expected = Invalid(errorCode: "e7")
    let stub = StubTransport { On.any().respond(.json(["error_code": "e7"], status: 422)) }
    let request = DecoderTests.FindStamp()
    let snakes = APIClient.testing(stub, coders: BodyCoders(response: request.decoder))
    let plain = APIClient.testing(stub)
    #expect(try await snakes.failure(of: Fetch<Todo>()).decoded(as: Invalid.self) == expected)
    #expect(try await plain.failure(of: request).decoded(as: Invalid.self) == expected)
    let error = try await plain.failure(of: Fetch<Todo>())
    #expect(throws: NetworkRequestError.self) { try error.decoded(as: Invalid.self) }
  }

  @Test("members of a wrong type are ignored (RFC 9457 §3.1), and a missing type is about:blank")
  func tolerant() async throws {
    let body = #"{"title": 7, "status": "403", "detail": "why"}"#
    let client = APIClient.answering(
      .text(body, contentType: "application/problem+json; charset=utf-8", status: 400))
    #expect(try await client.failure(of: Fetch<Todo>()).problem == ProblemDetails(detail: "why"))
  }

  @Test("members beyond the standard ones are read by name, and are written as they were read")
  func extensions() throws {
    let text = #"{"title":"No credit","status":403,"left":7.5,"accounts":["/a","/b"],"detail":7,"none":null}"#
    let problem = try JSONCoding().decode(ProblemDetails.self, from: Data(text.utf8))
    #expect(problem["left"]?.double == 7.5 && problem["accounts"]?.array?.count == 2)
    #expect(problem["none"] == JSONValue.null && problem["absent"] == nil)
    #expect(problem["title"]?.string == "No credit" && problem["status"]?.int == 403)
    #expect(problem["detail"] == nil && problem.detail == nil)
    #expect(problem.extensions.keys == ["left", "accounts", "none"])
    for copy in [
      try JSONCoding().decode(ProblemDetails.self, from: JSONCoding().encode(problem)),
      try JSONDecoder().decode(ProblemDetails.self, from: JSONEncoder().encode(problem)),
    ] {
      #expect(copy == problem)
    }
    #expect(throws: (any Error).self) { try JSONCoding().decode(ProblemDetails.self, from: Data("[]".utf8)) }
    let secret = ProblemDetails(title: "a", extensions: ["token": "c4n4ry"])
    #expect(!"\(secret) \(String(reflecting: secret))".contains("c4n4ry"))
  }

  @Test("a body of another media type, or an empty one, has no problem details")
  func absent() async throws {
    let json = APIClient.answering(.text(Self.problem, contentType: "application/json", status: 403))
    #expect(try await json.failure(of: Fetch<Todo>()).problem == nil)
    let broken = APIClient.answering(.text("{", contentType: "application/problem+json", status: 403))
    #expect(try await broken.failure(of: Fetch<Todo>()).problem == nil)
    let lost = APIClient.answering(.failure(.timedOut))
    #expect(try await lost.failure(of: Fetch<Todo>()).problem == nil)
  }

  @Test(
    "a server's own form of an error is decoded from the response, if there is one", .feature("E23", "D22"))
  func decoded() async throws {
    struct Invalid: Decodable, Equatable { let errors: [String: [String]] }
    let client = APIClient.answering(.json(["errors": ["title": ["is empty"]]], status: 422))
    let error = try await client.failure(of: Fetch<Todo>())
    #expect(try error.decoded(as: Invalid.self) == Invalid(errors: ["title": ["is empty"]]))
    #expect(throws: NetworkRequestError.self) { try error.decoded(as: Todo.self) }
    let lost = try await APIClient.answering(.failure(.timedOut)).failure(of: Fetch<Todo>())
    #expect(try lost.decoded(as: Invalid.self) == nil)
  }
}
