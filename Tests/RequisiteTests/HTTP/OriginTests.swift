import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Origins: equal for all spellings of one host", .timeLimit(.minutes(1)))
struct OriginTests {
  private func origin(_ text: String) throws -> Origin { Origin(try #require(URL(string: text))) }

  @Test(
    "a host that is not ASCII has the origin of its xn-- form",
    arguments: [
      "bücher.test", "BÜCHER.test", "XN--BCHER-KVA.test", "u:p@bücher.test:443", "bücher.test:0443",
    ])
  func international(_ authority: String) throws {
    let origin = try origin("https://\(authority)/a?b=@c")
    #expect(origin.host == "xn--bcher-kva.test" && origin.port == 443)
    #expect(try origin == self.origin("https://xn--bcher-kva.test"))
  }

  @Test(
    "a spelling that may reach another host is another origin",
    arguments: [
      "https://b%C3%BCcher.test", "https://xn--bcher-kva.test.", "https://u@evil.test",
      "https://bücher.test@evil.test", "https://bücher.test:444", "http://bücher.test",
      "https://[::1%25xn--bcher-kva.test]",
    ])
  func others(_ text: String) throws {
    #expect(try origin(text) != origin("https://bücher.test"))
  }

  @Test(
    "scheme, host and port are read from the text that is sent",
    arguments: [
      ("http://[::1]/a", "http", "::1", 80, "http://[::1]:80"),
      ("HTTPS://U:p@[::1]:0443", "https", "::1", 443, "https://[::1]:443"),
      ("http://a:65535?b@c:1", "http", "a", 65_535, "http://a:65535"), ("//a:/", "", "a", 80, "//a:80"),
      ("mailto:a@b", "mailto", "", 80, "mailto://:80"),
      ("http://a:99999999999999999999/", "http", "a", -1, "http://a:99999999999999999999"),
    ])
  func parts(text: String, scheme: String, host: String, port: Int, description: String) throws {
    let origin = try origin(text)
    #expect(origin.scheme == scheme && origin.host == host && origin.port == port)
    #expect(origin.description == description)
  }

  @Test("a redirect between the two forms keeps credentials and cookies")
  func redirect() async throws {
    let stub = StubTransport {
      On("/from").respond(
        status: 302,
        headers: [.location: "https://xn--bcher-kva.test/to", .setCookie: "a=b; Domain=xn--bcher-kva.test"])
      On("/to").respond(status: 200)
    }
    let jar = CookieJar()
    var request = TransportRequest(
      url: try #require(URL(string: "https://bücher.test/from")), headers: [.authorization: "Bearer x"])
    request.options.cookies = jar
    let response = try await stub.send(request)
    #expect(!response.hasLeftOrigin)
    let sent = try #require(stub.requests.last).headers
    #expect(sent[.authorization] == "Bearer x" && sent[.cookie] == "a=b")
    #expect(BaseURL("https://bücher.test").isOrigin(of: response.url))
  }
}
