import RequisiteTesting
import Testing

@testable import Requisite

@Suite("References to URLs are escaped once (RFC 3986 §2.4)", .timeLimit(.minutes(1)))
struct URLPartsTests {
  @Test(
    "bytes that no URL may contain are escaped, and escapes stay",
    arguments: [
      ("/b?filter[name]=a%20b", "/b?filter%5Bname%5D=a%20b"),
      ("/b?page[number]=2&cursor=a%2Fb%3D", "/b?page%5Bnumber%5D=2&cursor=a%2Fb%3D"),
      ("/é/x%20y", "/%C3%A9/x%20y"), ("/b?sig=a%2Bb|c", "/b?sig=a%2Bb%7Cc"),
      ("/b?q=a b%26c", "/b?q=a%20b%26c"),
      ("/b?q=%zz%2", "/b?q=%25zz%252"), ("/b?q=%", "/b?q=%25"), ("b\u{301}%41", "b%CC%81%41"), ("", ""),
      ("/a%2fb", "/a%2fb"), ("?a=\"<>\\^`{}", "?a=%22%3C%3E%5C%5E%60%7B%7D"), ("x:y z", "x:y%20z"),
      ("x:y:z", "x:y:z"),
      ("http://[::1]:80/p?a[0]=%2F", "http://[::1]:80/p?a%5B0%5D=%2F"),
      ("//bücher.test/ü", "//bücher.test/%C3%BC"),
      ("http://a b/c d", "http://a b/c%20d"), ("https://h", "https://h"),
      ("a/b?c=http://[x]", "a/b?c=http://%5Bx%5D"),
    ])
  func escaped(text: String, expected: String) {
    #expect(URLParts.escaped(text) == expected)
    #expect(URLParts.escaped(expected) == expected)
  }

  @Test(
    "the targets of Location and Link, and a base URL, keep their escapes",
    arguments: ["/b?page[number]=2&cursor=a%2Fb%3D", "/é/x%20y?a=%5B", "https://api.test/b?sig=a%2Bb|c%7C"])
  func targets(text: String) async throws {
    let stub = StubTransport {
      On("/from").respond(.redirect(to: text))
      On("/list").respond(headers: ["Link": "<\(text)>; rel=next"], json: 1)
      On.any().respond(json: 2)
    }
    let client = APIClient(baseURL: "https://api.test", transport: stub)
    _ = try await client.dispatch(Endpoint<Int>.get("/from"))
    _ = try await client.pages(of: Endpoint<Int>.get("/list")).all()
    let expected = URLParts.escaped(text)
    for index in [1, 3] {
      let sent = try #require(stub.requests.indices.contains(index) ? stub.requests[index] : nil)
      #expect(sent.url.absoluteString.hasSuffix(expected))
    }
    let base = APIClient(baseURL: "https://api.test/ü%2Fx", transport: stub)
    _ = try await base.dispatch(Endpoint<Int>.get("/y"))
    #expect(stub.requests.last?.url.absoluteString == "https://api.test/%C3%BC%2Fx/y")
  }
}
