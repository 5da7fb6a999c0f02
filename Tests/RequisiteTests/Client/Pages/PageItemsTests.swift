import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Items of the pages of a list", .timeLimit(.minutes(1)))
struct PageItemsTests {
  private let stub = StubTransport {
    On(.get, "/todos").query("page", "3").respond(json: [5])
    On(.get, "/todos").query("page", "2").respond(headers: ["Link": "<?page=3>; rel=next"], json: [Int]())
    On(.get, "/todos").respond(headers: ["Link": "<?page=2>; rel=next"], json: [1, 2])
  }

  @Test(
    "items come one by one, and each page is fetched when its first item is needed", .feature("F12", "D30"))
  func items() async throws {
    let client = APIClient.testing(stub)
    let items = client.items(of: Endpoint<[Int]>.get("/todos")).makeAsyncIterator()
    #expect(try await items.next() == 1)
    #expect(try await items.next() == 2)
    #expect(stub.requests.count == 1)
    #expect(try await items.next() == 5)
    #expect(try await items.next() == nil)
    #expect(try await items.next() == nil)
    #expect(stub.requests.count == 3)
  }

  @Test("items of pages with further members come one by one, too", .feature("F12"))
  func part() async throws {
    struct Page: Codable, Sendable { var results: [Int] }
    let client = APIClient.answering(.json(Page(results: [1, 2])))
    var found: [Int] = []
    for try await item in client.items(of: Endpoint<Page>.get("/search"), in: { $0.results }) {
      found.append(item)
    }
    #expect(found == [1, 2])
  }
}
