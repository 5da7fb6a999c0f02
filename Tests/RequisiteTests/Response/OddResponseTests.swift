import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Responses that servers send, although no one asked for them like that", .timeLimit(.minutes(1)))
struct OddResponseTests {
  @Test("a number that the type cannot represent is a mismatch that quotes it", .feature("F42"))
  func numbers() async throws {
    struct Price: Decodable { let price: Int }
    for (text, number) in [
      ("18.18", "18.18"), ("1e30", "1e30"), ("99999999999999999999", "99999999999999999999"),
    ] {
      let error = try await APIClient.answering(.json(text: #"{"price":\#(text)}"#)).failure(
        of: Fetch<Price>())
      #expect(error.description.contains("at “price”: Expected Int but found \(number)"))
    }
    let small = #expect(throws: DecodingError.self) {
      try JSONCoding().decode([UInt8].self, from: Data("[256]".utf8))
    }
    // The case is Foundation's.
    guard case .dataCorrupted(let context)? = small else {
      return #expect(Bool(false), "\(small as Any)")
    }
    #expect(context.debugDescription == "Expected UInt8 but found 256, in “0”.")
  }

  private enum Kind: String, Decodable { case one }

  @Test("the value at a secret path is never quoted, whoever quotes it", .feature("F42"))
  func secrets() async throws {
    struct User: Decodable { let password: Kind }
    struct Code: Decodable { let otp: UInt8 }
    struct Deep: Decodable {
      struct Inner: Decodable { let kind: Kind }
      let credentials: Inner
    }
    let secret = #""hunter2-\#(Canary.secret)""#
    for coders in [BodyCoders.standard, BodyCoders(response: JSONDecoder())] {
      func failure(_ text: String, _ request: some Request) async throws -> NetworkRequestError {
        let stub = StubTransport { On.any().respond(.json(text: text)) }
        return try await APIClient.testing(stub, coders: coders).failure(of: request)
      }
      let error = try await failure(#"{"password":\#(secret)}"#, Fetch<User>())
      #expect(error.description.contains("at “password”: the value is not valid"))
      #expect(!error.description.contains("hunter2") && !Canary.isHeard(in: error))
      #expect(
        try await !failure(#"{"credentials":{"kind":\#(secret)}}"#, Fetch<Deep>()).description.contains(
          "hunter2"))
      #expect(try await !failure(#"{"otp":7345}"#, Fetch<Code>()).description.contains("7345"))
    }
    let open = try await APIClient.answering(.json(text: #"["two"]"#)).failure(of: Fetch<[Kind]>())
    #expect(open.description.contains("two"))
  }

  @Test("white space alone is nil for an Optional, and text for a String", .feature("F42"))
  func whiteSpace() async throws {
    let client = APIClient.answering(.json(text: " \r\n\t"))
    #expect(try await client.dispatch(Fetch<Todo?>()) == nil)
    #expect(try await client.dispatch(Fetch<String?>()) == " \r\n\t")
    #expect(try await client.failure(of: Fetch<Todo>()).kind == .decodingError)
  }

  private struct FindTodo: Request {
    typealias ReturnType = GraphQL.Result<Todo>
    let path = "/graphql"
  }

  @Test(
    "a GraphQL error is read member by member", .feature("F42"),
    arguments: [
      (#"[{"message":"no","path":"$.x"}]"#, "no", ["$.x"]),
      (#"[{"message":"no","extensions":[]}]"#, "no", []),
      (#"[{"path":["a",0,1.5,true]}]"#, "no message", []),
      (#"[{"path":["a",0]}]"#, "no message", ["a", "0"]),
      (#"["no"]"#, "no", []), (#"{"message":"no"}"#, "no", []),
      (#"[{"message":7,"extensions":{"code":8}}]"#, "no message", []),
      (#"[null]"#, "no message", []),
    ] as [(String, String, [String])])
  func graphQL(errors: String, message: String, path: [String]) async throws {
    let client = APIClient.answering(.json(text: #"{"data":null,"errors":\#(errors)}"#))
    let error = try await client.failure(of: FindTodo())
    #expect(GraphQL.problems(of: error).map(\.message) == [message])
    #expect(GraphQL.problems(of: error).map(\.path) == [path])
    #expect(error.description.contains("cannot decode Todo"))
    let other = try await APIClient.answering(.json(text: "[1]")).failure(of: FindTodo())
    #expect(!other.description.contains("GraphQLProblems") && !other.description.contains("GraphQLData"))
  }

  @Test(
    "a file name in an extended notation without a name does not hide the plain one", .feature("F42"),
    arguments: [
      ("attachment; filename=x.txt; filename*=UTF-8''", "x.txt"),
      ("attachment; filename*=UTF-8''; filename=\"x y.txt\"", "x y.txt"),
      ("attachment; filename=x.txt; filename*=UTF-8''%C3%A4", "ä"),
      ("attachment; filename=x.txt; filename*=UTF-7''a", "x.txt"),
    ])
  func fileNames(field: String, name: String) {
    #expect(HTTPHeaders.ContentDisposition(field)?.fileName == name)
  }

  @Test("a status that means nil is nil although its body is over the limit", .feature("F42"))
  func nilStatuses() async throws {
    let options = RequestOptions().with(\.nilStatuses, [404]).with(\.maximumBodySize, 4)
    let client = APIClient.answering(.text("far too long", status: 404))
    #expect(try await client.dispatch(Fetch<Todo?>(options: options)) == nil)
  }

  @Test(
    "a response without a body has no events, whatever its type", .feature("F42"),
    arguments: [
      StubResponse.status(204, headers: [.contentType: "application/json"]), .status(205),
      .status(200, headers: [.contentLength: "0"]),
      .status(200, headers: [.contentLength: "0", .contentType: "text/html"]),
    ])
  func events(response: StubResponse) async throws {
    let client = APIClient.answering(response)
    for try await event in try await client.dispatch(Watch()) { Issue.record("\(event)") }
    for try await event in client.events(of: Watch()) { Issue.record("\(event)") }
  }

  @Test(
    "a body that is still encoded because of the caller's Accept-Encoding is named as such", .feature("F42"))
  func ownEncoding() async throws {
    struct Own: Request {
      typealias ReturnType = Todo
      let path = "/a"
      let headers: HTTPHeaders = [.acceptEncoding: "gzip"]
    }
    let response = StubResponse.data(
      Data([0x1F, 0x8B, 8]), contentType: "application/json", headers: [.contentEncoding: "gzip"])
    #expect(
      try await APIClient.answering(response).failure(of: Own()).description.contains(
        "Accept-Encoding of its own"))
  }
}
