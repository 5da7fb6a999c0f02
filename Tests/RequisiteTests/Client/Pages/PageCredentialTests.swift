import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Credentials of the pages of a list", .timeLimit(.minutes(1)))
struct PageCredentialTests {
  private static let secrets: HTTPHeaders = [
    "X-Api-Key": "canary", "Authorization": "canary", "Cookie": "canary",
  ]

  private func client(
    _ stub: StubTransport, _ credentials: Credentials? = Credentials { ["X-Credential": "canary"] }
  )
    -> APIClient
  {
    APIClient(
      environment: APIEnvironment(
        baseURL: "https://api.example.com", transport: stub, headers: Self.secrets, credentials: credentials))
  }

  @Test(
    "a page that a redirect answered from another origin leads nowhere with the secrets of the first origin",
    .feature("D30", "F12")
  )
  func redirected() async throws {
    let stub = StubTransport {
      On("https://api.example.com/a").respond(.redirect(to: "https://other.test/b"))
      On("https://other.test/b").respond(headers: ["Link": "</c>; rel=next"], json: 1)
      On("https://other.test/c").respond(headers: ["Link": "<https://api.example.com/d>; rel=next"], json: 2)
      On("https://api.example.com/d").respond(headers: ["Link": "</e>; rel=next"], json: 3)
      On("https://api.example.com/e").respond(json: 4)
    }
    let values = try await client(stub).pages(of: Endpoint<Int>.get("/a")).all().map(\.value)
    #expect(values == [1, 2, 3, 4])
    #expect(stub.requests.first?.headers.filter { $0.value == "canary" }.count == 4)
    #expect(stub.requests.dropFirst().allSatisfy { !$0.headers.contains { $0.value == "canary" } })
  }

  @Test("a link to another origin is followed without secrets, and so are the links there", .feature("F12"))
  func linked() async throws {
    let stub = StubTransport {
      On("https://api.example.com/a").respond(headers: ["Link": "<//other.test/b>; rel=next"], json: 1)
      On("https://other.test/b").respond(headers: ["Link": "<https://api.example.com/c>; rel=next"], json: 2)
      On("https://api.example.com/c").respond(json: 3)
    }
    #expect(try await client(stub).pages(of: Endpoint<Int>.get("/a")).all().map(\.value) == [1, 2, 3])
    #expect(stub.requests.dropFirst().allSatisfy { !$0.headers.contains { $0.value == "canary" } })
  }

  @Test("an authenticator adds nothing to a page of its origin to which another origin has led")
  func authenticated() async throws {
    let stub = StubTransport {
      On("https://api.example.com/a").respond(headers: ["Link": "<//other.test/b>; rel=next"], json: 1)
      On("https://other.test/b").respond(headers: ["Link": "<https://api.example.com/c>; rel=next"], json: 2)
      On("https://api.example.com/c").respond(json: 3)
    }
    let client = APIClient(
      baseURL: "https://api.example.com", transport: stub.authenticated(with: .bearer("t"), for: URL.api))
    #expect(try await client.pages(of: Endpoint<Int>.get("/a")).all().map(\.value) == [1, 2, 3])
    #expect(stub.requests.map { $0.headers.contains(.authorization) } == [true, false, false])
  }

  @Test(
    "a page to which another origin has redirected leads nowhere with credentials",
    arguments: [true, false])
  func redirectedBack(isLinked: Bool) async throws {
    let stub = StubTransport {
      if isLinked {
        On("https://api.example.com/a").respond(headers: ["Link": "<//other.test/b>; rel=next"], json: 1)
      } else {
        On("https://api.example.com/a").respond(.redirect(to: "https://other.test/b"))
      }
      On("https://other.test/b").respond(.redirect(to: "https://api.example.com/c"))
      On("https://api.example.com/c").respond(headers: ["Link": "</d>; rel=next"], json: 2)
      On("https://api.example.com/d").respond(json: 3)
    }
    let client = APIClient(
      baseURL: "https://api.example.com", headers: Self.secrets,
      credentials: Credentials { ["X-Credential": "canary"] },
      transport: stub.authenticated(with: .apiKey("canary", header: "X-Token"), for: URL.api))
    #expect(try await client.pages(of: Endpoint<Int>.get("/a")).all().last?.value == 3)
    #expect(stub.requests.count == 4)
    let hasSecrets = stub.requests.map { $0.headers.contains { $0.value == "canary" } }
    #expect(hasSecrets == [true, false, false, false])
  }

  @Test("a layer that builds each response anew does not hide that another origin has led to a page")
  func rebuilt() async throws {
    let stub = StubTransport {
      On("https://api.example.com/a").respond(headers: ["Link": "<//other.test/b>; rel=next"], json: 1)
      On("https://other.test/b").respond(.redirect(to: "https://api.example.com/c"))
      On("https://api.example.com/c").respond(headers: ["Link": "</d>; rel=next"], json: 2)
      On("https://api.example.com/d").respond(json: 3)
    }
    let client = APIClient(
      baseURL: "https://api.example.com",
      transport: RebuildingTransport(upstream: stub).authenticated(with: .bearer("t"), for: URL.api))
    #expect(try await client.pages(of: Endpoint<Int>.get("/a")).all().map(\.value) == [1, 2, 3])
    #expect(stub.requests.map { $0.headers.contains(.authorization) } == [true, false, false, false])
  }

  @Test("an authenticator signs each page of the origin that answered the first one, whatever the base URL")
  func otherHome() async throws {
    let stub = StubTransport {
      On("https://files.example.com/a").respond(headers: ["Link": "</b>; rel=next"], json: 1)
      On("https://files.example.com/b").respond(
        headers: ["Link": "<https://api.example.com/c>; rel=next"], json: 2)
      On("https://api.example.com/c").respond(json: 3)
    }
    let origins: [BaseURL] = ["https://api.example.com", "https://files.example.com"]
    let client = APIClient(
      baseURL: "https://api.example.com", transport: stub.authenticated(with: .bearer("t"), forAll: origins))
    let first = Endpoint<Int>.get(.url(URL.api("/a", host: "files.example.com")))
    #expect(try await client.pages(of: first).all().map(\.value) == [1, 2, 3])
    #expect(stub.requests.map { $0.headers.contains(.authorization) } == [true, true, false])
  }

  @Test("an authenticator signs each page of a stack that sets the host")
  func setHost() async throws {
    let stub = StubTransport {
      On("https://api.example.com/a").respond(headers: ["Link": "</b>; rel=next"], json: 1)
      On("https://api.example.com/b").respond(json: 2)
    }
    let client = APIClient(
      baseURL: BaseURL.unset,
      transport: stub.authenticated(with: .bearer("t"), for: URL.api).authority("api.example.com"))
    #expect(try await client.pages(of: Endpoint<Int>.get("/a")).all().map(\.value) == [1, 2])
    #expect(stub.requests.map { $0.headers.contains(.authorization) } == [true, true])
  }

  @Test("are fetched for each page")
  func fetched() async throws {
    let stub = StubTransport {
      On("/a").respond(headers: ["Link": "</b>; rel=next"], json: 1)
      On("/b").respond(headers: ["Link": "</c>; rel=next"], json: 2)
      On("/c").respond(json: 3)
    }
    let count = Locked(0)
    let credentials = Credentials { ["X-Credential": "\(count.withLock { $0 += 1; return $0 })"] }
    _ = try await client(stub, credentials).pages(of: Endpoint<Int>.get("/a")).all()
    #expect(stub.requests.map { $0.headers["X-Credential"] } == ["1", "2", "3"])
    #expect(stub.requests.allSatisfy { $0.headers["X-Api-Key"] == "canary" })
  }

  @Test("a link with an anchor is about another document, and is not followed", .feature("D30"))
  func anchor() async throws {
    let stub = StubTransport {
      On("/a").respond(
        headers: ["Link": "</x>; rel=next; anchor=\"/chapter1\", </b>; rel=next; anchor=\"\""], json: 1)
      On("/b").respond(json: 2)
    }
    #expect(try await client(stub).pages(of: Endpoint<Int>.get("/a")).all().map(\.value) == [1, 2])
  }

  @Test("an error response of a later page is decoded by the decoder of the request")
  func errors() async throws {
    let stub = StubTransport {
      On("/a").respond(headers: ["Link": "</b>; rel=next"], json: 1)
      On("/b").respond(.json(text: "{\"user_name\":\"ann\"}", status: 400))
    }
    struct Refusal: Decodable { let userName: String }
    let client = APIClient(
      baseURL: "https://api.example.com", transport: stub,
      coders: BodyCoders(json: JSONCoding(keys: .snakeCase)))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.pages(of: Endpoint<Int>.get("/a")).all()
    }
    #expect(try error?.response?.decoded(as: Refusal.self).userName == "ann")
  }
}
