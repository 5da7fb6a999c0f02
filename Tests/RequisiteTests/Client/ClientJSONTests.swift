import RequisiteTesting
import Testing

@Suite("JSON of a client", .timeLimit(.minutes(1)))
struct ClientJSONTests {
  private struct Item: Codable, Sendable, Equatable {
    var createdAt: Date
    var avatarUrl: URL
  }

  private struct AddItem: Request {
    typealias ReturnType = Item
    let path = "/items"
    let method = HTTPMethod.post
    let body: Item
  }

  private let item = Item(
    createdAt: Date(timeIntervalSince1970: 1_767_225_600), avatarUrl: URL(filePath: "/").appending(path: "a"))

  @Test("its settings apply to bodies and responses", .feature("F21"))
  func settings() async throws {
    let text = #"{"created_at":"2026-01-01T00:00:00Z","avatar_url":"file:///a"}"#
    let stub = StubTransport { On.any().respond(.text(text, contentType: "application/json")) }
    let client = APIClient(
      baseURL: "https://api.example.com", json: JSONCoding(keys: .snakeCase, dates: .iso8601), transport: stub
    )
    #expect(try await client.dispatch(AddItem(body: item)) == item)
    let sent = try client.coders.encode(item, as: "application/json")
    #expect(sent.text == text)
  }

  @Test("a JSONDecoder and a JSONEncoder of the program are used unchanged", .feature("F21"))
  func foundation() async throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { _ in AnyKey(stringValue: "createdAt") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    let coders = BodyCoders(body: encoder, response: decoder)
    #expect(try coders.response.decode([String: Int].self, from: Data(#"{"a":1}"#.utf8)) == ["a": 1])
    #expect(try coders.encode(["a": 1], as: "application/json").text == "{\n  \"a\" : 1\n}")
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
