import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Pages that a function leads to", .timeLimit(.minutes(1)))
struct CursorTests {
  private struct Page: Codable, Sendable {
    var items: [Int]
    var next: String?
  }

  private struct Search: Request {
    typealias ReturnType = Page
    let path = "/search"
    let method = HTTPMethod.post
    struct Body: Codable { var cursor: String? }
    var body = Body()

    init(_ cursor: String? = nil) { body.cursor = cursor }
  }

  private func stub(_ nexts: String?...) -> StubTransport {
    StubTransport {
      On(.post, "/search").respond { request in
        let cursor = try? JSONCoding().decode(Search.Body.self, from: request.body).cursor
        let number = cursor.flatMap { Int($0) } ?? 0
        return .json(Page(items: [number], next: nexts[number]))
      }
    }
  }

  private let following: @Sendable (Response<Page>) -> Search? = { page in
    page.value.next.map { Search($0) }
  }

  @Test("a cursor in the body leads from page to page, with any method", .feature("F12"))
  func cursors() async throws {
    let stub = stub("1", "2", nil)
    let client = APIClient(
      baseURL: "https://api.test", credentials: Credentials { ["X-Key": "k"] }, transport: stub)
    let pages = try await client.pages(of: Search(), next: following).all()
    #expect(pages.map(\.value.items) == [[0], [1], [2]])
    #expect(stub.requests.map { $0.headers["X-Key"] } == ["k", "k", "k"])
    var items: [Int] = []
    for try await item in client.items(of: Search(), in: \.items, next: following) { items.append(item) }
    #expect(items == [0, 1, 2])
    #expect(stub.requests.count == 6)
  }

  @Test("a cursor that was already sent ends the pages", .feature("F12"))
  func circle() async throws {
    let stub = stub("1", "2", "1")
    #expect(try await APIClient.testing(stub).pages(of: Search(), next: following).all().count == 3)
    #expect(stub.requests.count == 3)
  }

  @Test("no page is requested before it is read, and a page that fails ends the pages")
  func failing() async throws {
    let stub = StubTransport { On.any().respond(.json(Page(items: [], next: "9")), .status(500)) }
    let pages = APIClient.testing(stub).pages(of: Search(), next: following).makeAsyncIterator()
    _ = try await pages.next()
    #expect(stub.requests.count == 1)
    await #expect(throws: NetworkRequestError.self) { try await pages.next() }
    #expect(try await pages.next() == nil)
  }
}
