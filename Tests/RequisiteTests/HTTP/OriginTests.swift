import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Origins: equal for all spellings of one host")
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
