import Testing

@testable import Requisite

@Suite("Domains of cookies that unrelated parties share")
struct SharedDomainTests {
  @Test(
    "a domain below a country that one party owns is not refused", .feature("F42"),
    arguments: [
      "web.de", "id.me", "go.cz", "web.io", "info.tv", "me.com", "co.nl", "com.de", "ne.us", "or.de",
    ])
  func owned(domain: String) throws {
    let jar = CookieJar()
    let url = try #require(URL(string: "https://mail.\(domain)/"))
    #expect(jar.store("s=1; Domain=\(domain)", from: url))
    #expect(jar.cookies(for: try #require(URL(string: "https://other.\(domain)/"))).count == 1)
  }

  @Test(
    "a registry is refused, and kept for the host alone if it is the server's own", .feature("F42"),
    arguments: [
      "co.uk", "com.au", "or.jp", "gov.uk", "com.br", "co.nz", "com.cn", "org.za", "CO.UK", "com",
      "localhost",
    ])
  func registries(domain: String) throws {
    let jar = CookieJar()
    #expect(!jar.store("s=1; Domain=\(domain)", from: try #require(URL(string: "https://a.\(domain)/"))))
    #expect(jar.store("s=1; Domain=\(domain)", from: try #require(URL(string: "https://\(domain)/"))))
    #expect(jar.cookies.map(\.isHostOnly) == [true])
  }

  @Test("a Secure cookie is set by and sent to this machine without TLS, and nowhere else", .feature("F42"))
  func loopback() throws {
    for host in ["localhost", "127.0.0.1", "[::1]"] {
      let jar = CookieJar()
      let url = try #require(URL(string: "http://\(host):8080/"))
      #expect(jar.store("s=1; Secure", from: url))
      #expect(jar.field(for: url) == "s=1")
    }
    let jar = CookieJar()
    #expect(!jar.store("s=1; Secure", from: try #require(URL(string: "http://localhost.test/"))))
  }
}
