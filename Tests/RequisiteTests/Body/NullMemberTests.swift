import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Members that are null, and members that are missing")
struct NullMemberTests {
  private struct ChangeTodo: Request {
    typealias ReturnType = Void
    struct Changes: Encodable {
      var title: String?
      var due: String??
    }
    let path = "/todos/7"
    let method = HTTPMethod.patch
    let body: Changes
  }

  @Test(
    "an Optional that is nil is left out, and an Optional of an Optional can send null", .feature("F34"),
    arguments: [
      (nil, nil, "{}"), ("a", nil, #"{"title":"a"}"#), (nil, .some(nil), #"{"due":null}"#),
      (nil, "today", #"{"due":"today"}"#),
    ] as [(String?, String??, String)])
  func optionals(title: String?, due: String??, text: String) throws {
    let request = ChangeTodo(body: ChangeTodo.Changes(title: title, due: due))
    #expect(try request.built().body.text == text)
    #expect(try request.built(coders: BodyCoders(body: JSONEncoder())).body.text == text)
  }

  @Test("a member of a JSON object that is nil is null", .feature("F41"))
  func objects() throws {
    let endpoint = Endpoint<Void>.patch("/todos/7", body: ["due": nil] as JSONValue)
    #expect(try endpoint.built().body.text == #"{"due":null}"#)
  }
}
