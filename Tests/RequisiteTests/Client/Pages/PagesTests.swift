import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Pages of a list", .timeLimit(.minutes(1)))
struct PagesTests {
  private let base = "https://api.example.com"

  @Test("pages follow their next links, relative or absolute, to the last page", .feature("D30", "F12"))
  func next() async throws {
    let stub = StubTransport {
      On(.get, "/todos").query("page", "3").respond(json: [5])
      On(.get, "/todos").query("page", "2").respond(
        headers: ["Link": "<https://api.example.com/todos?page=3>; title=\"a, b\"; rel=\"last next\""],
        json: [3, 4])
      On(.get, "/todos").respond(
        headers: ["Link": "</todos?page=1>; rel=self, <?page=2>; rel=next"], json: [1, 2])
    }
    var values: [[Int]] = []
    for try await page in APIClient(baseURL: base, transport: stub).pages(of: Endpoint<[Int]>.get("/todos")) {
      values.append(page.value)
    }
    #expect(values == [[1, 2], [3, 4], [5]])
    #expect(Set(stub.requests.map(\.id)).count == 3)
  }

  @Test("a page is fetched when it is needed, and links in a circle end the pages", .feature("D30", "F12"))
  func circle() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(headers: ["Link": "</b>; rel=next"], json: 1)
      On(.get, "/b").respond(headers: ["Link": "</a>; rel=next"], json: 2)
    }
    let pages = APIClient(baseURL: base, transport: stub).pages(of: Endpoint<Int>.get("/a"))
      .makeAsyncIterator()
    #expect(try await pages.next()?.value == 1)
    #expect(stub.requests.count == 1)
    #expect(try await pages.next()?.value == 2)
    #expect(try await pages.next() == nil)
    #expect(stub.requests.count == 2)
  }

  @Test(
    "a page is read once, with any spelling of its link",
    arguments: [
      "/a", "", "/a#part", "/b/../a", "https://api.example.com:443/a", "HTTPS://API.Example.com/a",
    ])
  func spellings(link: String) async throws {
    let stub = StubTransport { On(.get, "/a").respond(headers: ["Link": "<\(link)>; rel=next"], json: 1) }
    let client = APIClient(baseURL: base, transport: stub)
    #expect(try await client.pages(of: Endpoint<Int>.get("/a")).all().map(\.value) == [1])
    #expect(stub.requests.count == 1)
  }

  @Test("the deadline of the request counts for each page by itself")
  func deadlines() async throws {
    let clock = TestClock()
    let stub = StubTransport {
      for (path, next, delay) in [("/a", "/b", 6), ("/b", "/c", 6), ("/c", "/d", 12)] {
        On(.get, PathPattern(path)).respond(
          .json(text: "1", headers: ["Link": "<\(next)>; rel=next"]).after(.seconds(delay)))
      }
    }
    let dispatcher = NetworkDispatcher(transport: stub, clock: CallClock(clock))
    let pages = APIClient(baseURL: base, networkDispatcher: dispatcher).with(\.deadline, .seconds(10))
      .pages(of: Endpoint<Int>.get("/a"))
    let count = Locked(0)
    let error = await #expect(throws: NetworkRequestError.self) {
      // The deadline, and the delay of the response.
      try await clock.run(whenAsleep: 2, within: .seconds(20)) {
        for try await _ in pages { count.withLock { $0 += 1 } }
      }
    }
    #expect(error?.kind == .deadlineExceeded && count.withLock { $0 } == 2)
  }

  @Test("a link in the response to a method that is not safe is not followed")
  func unsafe() async throws {
    let stub = StubTransport { On.any().respond(headers: ["Link": "</b>; rel=next"], json: 1) }
    let client = APIClient(baseURL: base, transport: stub)
    #expect(try await client.pages(of: Endpoint<Int>.post("/a")).all().map(\.value) == [1])
    #expect(stub.requests.count == 1)
  }

  @Test("a page that a redirect led to is not read again")
  func redirected() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(.status(301, headers: ["Location": "/b"]))
      On(.get, "/b").respond(headers: ["Link": "</b>; rel=next"], json: 2)
    }
    let client = APIClient(baseURL: base, transport: stub)
    #expect(try await client.pages(of: Endpoint<Int>.get("/a")).all().map(\.value) == [2])
    #expect(stub.requests.count == 2)
  }

  @Test("a page of another origin is requested without credentials, and a link from https to http is refused")
  func origins() async throws {
    let stub = StubTransport {
      On(.get, "/a").respond(headers: ["Link": "<https://other.example.com/b>; rel=next"], json: 1)
      On(.get, "/b").respond(headers: ["Link": "<http://other.example.com/c>; rel=next"], json: 2)
    }
    let client = APIClient(baseURL: base, headers: ["X-Api-Key": "s3cret"], transport: stub)
    let pages = client.pages(of: Endpoint<Int>.get("/a")).makeAsyncIterator()
    _ = try await pages.next()
    #expect(try await pages.next()?.value == 2, "the page itself is not lost with its link")
    let error = await #expect(throws: NetworkRequestError.self) { try await pages.next() }
    #expect(error?.kind == .urlSessionFailed)
    #expect(try await pages.next() == nil)
    #expect(stub.requests.map { $0.headers["X-Api-Key"] } == ["s3cret", nil])
  }

  @Test("an actor can keep the iterator, and load the next page when it is wanted", .feature("D30", "F12"))
  @MainActor
  func keptIterator() async throws {
    @MainActor final class Model {
      private let pages: Pages<Endpoint<Int>>.AsyncIterator
      var values: [Int] = []

      init(_ pages: Pages<Endpoint<Int>>) { self.pages = pages.makeAsyncIterator() }

      func loadNext() async throws { if let page = try await pages.next() { values.append(page.value) } }
    }
    let stub = StubTransport {
      On(.get, "/a").respond(headers: ["Link": "</b>; rel=next"], json: 1)
      On(.get, "/b").respond(json: 2)
    }
    let model = Model(APIClient(baseURL: base, transport: stub).pages(of: .get("/a")))
    try await model.loadNext()
    #expect(model.values == [1] && stub.requests.count == 1)
    for _ in 0..<2 { try await model.loadNext() }
    #expect(model.values == [1, 2])
  }

  @Test(
    "a link that cannot be read does not end the pages as if they were complete: it is an error after its page",
    arguments: [
      ("<a", false), ("junk", false), ("<b>; rel=prev, </a", false), ("</a>; rel:next", false),
      ("</a>; rel=\"prev, <b>; rel=\"next\"", false), ("/a; rel=next", false),
      ("</a>; rel=prev", true), ("", true), (",", true),
      ("</s.css>; rel=preload; as=style; crossorigin", true),
      ("</a>; title=\"rel=next\"", true), ("</a>", true), ("</a>; rel=prev; x=?, </b>; rel=\"first\"", true),
    ])
  func unreadable(field: String, isEnd: Bool) async throws {
    let stub = StubTransport { On(.get, "/a").respond(headers: ["Link": field], json: 1) }
    let pages = APIClient(baseURL: base, transport: stub).pages(of: Endpoint<Int>.get("/a"))
      .makeAsyncIterator()
    #expect(try await pages.next()?.value == 1, "the page itself is not lost")
    if isEnd {
      #expect(try await pages.next() == nil)
    } else {
      let error = await #expect(throws: NetworkRequestError.self) { try await pages.next() }
      #expect(error?.code == .badServerResponse && error?.description.contains("Link") == true)
    }
    #expect(try await pages.next() == nil)
    #expect(stub.requests.count == 1)
  }

  @Test(
    "links are read by RFC 8288, and malformed links are skipped",
    arguments: [
      ("<a>; rel=next", "next", "a"), ("<a>;rel=\"x NEXT\"", "next", "a"),
      ("junk, <a>; rel=next", "next", "a"),
      ("<a,b>; rel=prev, <c>; rel=next", "next", "c"), ("<a>; rel=prev; rel=next", "next", nil),
      ("<a", "next", nil), ("<>; rel=next", "next", ""), ("<a>; title=\"rel=next\"", "next", nil),
      ("<a> rel=next", "next", "a"), ("<a>; rel=next last", "next", "a"), ("<a>; rel=\"next", "next", "a"),
      ("<a>; rel='next'", "next", "a"), ("<a>; REL = \"next\" title=x", "next", "a"),
      ("<a>; rel=\"prev, <b>; rel=\"next\"", "next", nil),
    ])
  func links(field: String, relation: String, target: String?) {
    #expect(HTTPHeaders([HTTPHeader(.link, field)]).link(relation) == target)
  }
}
