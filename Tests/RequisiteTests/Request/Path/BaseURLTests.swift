@testable import Requisite
import Testing

@Suite("The base URL")
struct BaseURLTests {
  private struct Ping: Request {
    typealias ReturnType = Void
    let path = "/ping"
  }

  @Test(
    "hosts of every kind and ports are kept", .feature("E6"),
    arguments: [
      ("http://[::1]:8080", "http://[::1]:8080/ping"),
      ("http://[2001:db8::1]/v1", "http://[2001:db8::1]/v1/ping"),
      ("http://[fe80::1%25eth0]", "http://[fe80::1%25eth0]/ping"),
      ("http://127.0.0.1:1", "http://127.0.0.1:1/ping"),
      ("HTTPS://Example.COM", "HTTPS://Example.COM/ping"),
      ("https://hö.example", "https://xn--h-1ga.example/ping"),
      ("https://例え.jp/ä", "https://xn--r8jz45g.jp/%C3%A4/ping"),
      ("http://localhost:65535/", "http://localhost:65535/ping"),
      ("http://under_score.example", "http://under_score.example/ping"),
    ])
  func hosts(base: String, expected: String) throws {
    let request = try Ping().asURLRequest(baseURL: base)
    #expect(request.url?.absoluteString == expected)
    let url = try #require(URL(string: base))
    #expect(try Ping().asURLRequest(baseURL: url).url?.absoluteString == expected)
  }

  @Test(
    "an invalid base URL is an error that names it, never a crash", .feature("B7", "D19", "A24"),
    arguments: [
      "", " ", "api.example.com", "//api.example.com", "ftp://h.example", "file:///tmp", "https://",
      "http:///x",
      "http://:80", "http://user@", "https://my host", "http://h.example:port", "http://h.example:99999",
      "http://h.example:-1", "https://h.example?x=1", "https://h.example#top", "http://[::1", "http://h\\x",
      "https://h.example/a?", "ht!tp://h.example",
    ])
  func refused(base: String) throws {
    let fault = try #require(Ping().fault(below: BaseURL(base)))
    #expect(fault.part == .baseURL)
    #expect(fault.reason.contains("base URL"))
  }

  @Test("the error names the base URL without its password", .feature("D19"))
  func passwordIsNotNamed() throws {
    let fault = try #require(Ping().fault(below: "https://ann:secret@h.example/?q=1"))
    #expect(!fault.description.contains("secret"))
    #expect(fault.description.contains("h.example"))
    #expect(!BaseURL("https://ann:secret@h.example").description.contains("secret"))
  }

  @Test(
    "a user in a base URL or a whole URL is refused before anything is sent, with the way to give a credential"
  )
  func user() throws {
    for base in ["https://ann:secret@h.example/v1", "https://ann@h.example", "https://@h.example"] {
      let fault = try #require(Ping().fault(below: BaseURL(base)))
      #expect(fault.reason.contains(".authenticated(with: .basic(") && !fault.description.contains("secret"))
    }
    let url = try #require(URL(string: "https://ann:secret@h.example/v1"))
    let error = #expect(throws: NetworkRequestError.self) {
      let request: Endpoint<String> = .get(url)
      return try request.asURLRequest(baseURL: "https://h.example")
    }
    #expect(
      error?.description.contains("names a user") == true && error?.description.contains("secret") == false)
  }

  @Test("dots in the base path are resolved, so that a server does not climb by them", .feature("A23"))
  func dotsInTheBase() throws {
    #expect(
      try Ping().built(below: "https://h.example/api/../v2").url.absoluteString == "https://h.example/v2/ping"
    )
    #expect(Ping().fault(below: "https://h.example/..")?.part == .baseURL)
  }
}
