import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("JSON or events, as the server chooses", .timeLimit(.minutes(1)))
struct JSONOrEventsTests {
  private struct Ask: Request {
    typealias ReturnType = JSONOrEvents<[String: Int]>
    let path = "/mcp"
    let method = HTTPMethod.post
    let body = ["id": 1]
    var keyPath = ""
    var options = RequestOptions()
  }

  private func values(
    _ response: StubResponse, until end: String? = nil, _ request: Ask = Ask()
  ) async throws -> [[String: Int]] {
    let values = try await APIClient.answering(response).dispatch(request)
    return try await (end.map(values.ending) ?? values).all()
  }

  private func stream(_ text: String) -> StubResponse {
    .chunks([Data(text.utf8)], contentType: "text/event-stream; charset=utf-8")
  }

  @Test("both types are asked for, and the type of the response decides", .feature("F48"))
  func types() async throws {
    let stub = StubTransport { On.any().respond(.text(#"{"a": 1}"#, contentType: "application/json")) }
    let values = try await APIClient.testing(stub).dispatch(Ask())
    #expect(stub.requests.first?.headers[.accept] == "application/json, text/event-stream")
    #expect(values.events == nil)
    #expect(try await values.all() == [["a": 1]])
    let problem = StubResponse.text(#"{"a": 1}"#, contentType: "application/problem+json")
    #expect(try await self.values(problem) == [["a": 1]])
    #expect(try await self.values(.chunks([Data(#"{"a": 1}"#.utf8)], contentType: nil)) == [["a": 1]])
    let events =
      "event: ping\ndata: {\"a\": 1}\n\nid: 7\ndata:\n\ndata: {\"b\":\ndata: 2}\n\ndata: {\"c\": 3}"
    #expect(try await self.values(stream(events)) == [["a": 1], ["b": 2]])
  }

  @Test("a response without a body has no values")
  func empty() async throws {
    #expect(try await values(.data(Data(), status: 202)).isEmpty)
    #expect(try await values(.status(204)).isEmpty)
    #expect(try await values(stream("")).isEmpty)
  }

  @Test("values end at the data that a program names, and without one that data is an error")
  func done() async throws {
    let text = "data: {\"a\": 1}\n\ndata: [DONE]\n\ndata: {\"b\": 2}\n\n"
    #expect(try await values(stream(text), until: "[DONE]") == [["a": 1]])
    await #expect(throws: NetworkRequestError.self) { try await values(stream(text)) }
    // A document is not compared with it.
    #expect(
      try await values(.text(#"{"a": 1}"#, contentType: "application/json"), until: "[DONE]") == [["a": 1]])
  }

  @Test("the data that ends the values ends the transfer, although the values are kept")
  func discards() async throws {
    let ended = Counter()
    let stream = ByteStream(Data("data: {\"a\": 1}\n\ndata: [DONE]\n\n".utf8)).ending { ended.add() }
    let answer = TransportResponse(
      status: 200, headers: ["Content-Type": "text/event-stream"], url: .api, body: .stream(stream))
    let response = NetworkResponse(answer, to: TransportRequest(url: .api))
    let values = try JSONOrEvents<[String: Int]>(response: response, decoder: JSONCoding()).ending(
      at: "[DONE]")
    #expect(try await values.all() == [["a": 1]])
    withExtendedLifetime(values) { #expect(ended.value == 1) }
  }

  @Test("the events keep their ids and types")
  func rawEvents() async throws {
    let response = stream("id: 7\nevent: message\ndata: {\"a\": 1}\n\n")
    let values = try await APIClient.answering(response).dispatch(Ask())
    let events = try await #require(values.events).all()
    #expect(events.map(\.id) == ["7"])
    #expect(try events.first?.decoded(as: [String: Int].self) == ["a": 1])
  }

  @Test("a key path leads into the document and into each event")
  func keyPath() async throws {
    let document = StubResponse.text(#"{"result": {"a": 1}}"#, contentType: "application/json")
    #expect(try await values(document, Ask(keyPath: "result")) == [["a": 1]])
    #expect(
      try await values(stream("data: {\"result\": {\"a\": 1}}\n\n"), Ask(keyPath: "result")) == [["a": 1]])
  }

  @Test("another type is an error, and so is a document that is too large or malformed")
  func failures() async throws {
    await #expect(throws: NetworkRequestError.self) {
      try await values(.text("<p>", contentType: "text/html"))
    }
    let document = StubResponse.text(#"{"a": "#, contentType: "application/json")
    do {
      _ = try await values(document)
      Issue.record("a malformed document was decoded")
    } catch let error as NetworkRequestError {
      #expect(error.response?.data == Data(#"{"a": "#.utf8))
    }
    let long = StubResponse.text(
      #"{"a": 1}"# + String(repeating: " ", count: 100), contentType: "application/json")
    let options = RequestOptions().with(\.maximumBodySize, 50)
    await #expect(throws: NetworkRequestError.self) { try await values(long, Ask(options: options)) }
  }

  @Test("the JSON body of an error status is readable")
  func errorBody() async throws {
    let refused = StubResponse.text(
      #"{"error": {"message": "no"}}"#, contentType: "application/json", status: 400)
    do {
      _ = try await values(refused)
      Issue.record("the status was accepted")
    } catch let error as NetworkRequestError {
      #expect(error.status == 400)
      #expect(try error.response?.decoded(as: String.self, keyPath: "error.message") == "no")
    }
  }
}
