import Foundation
import Requisite
import RequisiteTesting
import TestSupport
import Testing

@Suite("Targets of Location (RFC 3986 §5.4)", .timeLimit(.minutes(3)))
struct RedirectTargetTests {
  @Test(
    "resolved against http://a/b/c/d;p?q, without fragments",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
      ("#s", "http://a/b/c/d;p?q"),
      ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"),
      ("g;x", "http://a/b/c/g;x"),
      ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
      ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../", "http://a/"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"),
      ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
      ("..g", "http://a/b/c/..g"),
      ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
      ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("g#s/../x", "http://a/b/c/g"),
      ("https://b.test/x?y=z", "https://b.test/x?y=z"),
    ])
  func resolution(location: String, expected: String) async throws {
    let base = try #require(URL(string: "http://a/b/c/d;p?q"))
    let stub = StubTransport {
      On.any().respond(.redirect(to: location)).once()
      On.any().respond(status: 200)
    }
    let response = try await stub.send(TransportRequest(url: base))
    #expect(response.url.absoluteString == expected)
    #expect(stub.requests.last?.url.absoluteString == expected)
  }

  @Test(
    "an invalid port is an invalid target, and is not replaced by the default port",
    arguments: ["99999999999999999999", "65536", "18446744073709551696", "8o"])
  func ports(port: String) async throws {
    let stub = StubTransport {
      On("/from").respond(.redirect(to: "https://api.test:\(port)/x"))
      On.any().respond(status: 200)
    }
    let from = TransportRequest(url: try #require(URL(string: "https://api.test/from")))
    await #expect(throws: NetworkRequestError.self) { try await stub.send(from) }
    #expect(stub.requests.count == 1)
  }

  @Test(
    "what only browsers read as a URL of another host is not followed",
    arguments: [
      "http:/host.test/", "https:host.test/", "https:", "///host.test", "\\\\host.test\\a", "/\\host.test",
      "\\a",
      "https:\\\\host.test/", "https://host.test\\@api.test/",
    ])
  func browsersOnly(location: String) async throws {
    let stub = StubTransport {
      On("/from").respond(.redirect(to: location))
      On.any().respond(status: 200)
    }
    let from = TransportRequest(url: try #require(URL(string: "https://api.test/from")))
    let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(from) }
    #expect(error?.code == .badServerResponse)
    #expect(stub.requests.count == 1)
  }

  @Test(
    "characters that a URL cannot contain are escaped, and escapes are kept",
    arguments: [
      ("/a b", "https://api.test/a%20b"), ("/a%2Fb", "https://api.test/a%2Fb"),
      ("/ä", "https://api.test/%C3%A4"), ("[61:24:74]:98", "https://api.test/%5B61:24:74%5D:98"),
      ("a b:c", "https://api.test/a%20b:c"), ("1:2?x=[y]", "https://api.test/1:2?x=%5By%5D"),
      (":x", "https://api.test/:x"), ("/a?b=C:\\x", "https://api.test/a?b=C:%5Cx"),
    ])
  func escaping(location: String, expected: String) async throws {
    let stub = StubTransport {
      On("/from").respond(.redirect(to: location))
      On.any().respond(status: 200)
    }
    let response = try await stub.send(
      TransportRequest(url: try #require(URL(string: "https://api.test/from"))))
    #expect(response.url.absoluteString == expected)
  }

  @Test(
    "a Location with a user fails, and the error says what is wrong with a target whose text is hidden",
    arguments: [
      ("http://ann:s3cret@other.test/", "names a user"), ("//ann@api.test/x", "names a user"),
      ("mailto:a@b", "the scheme “mailto”"), ("https://host.test\\@api.test/", "a backslash"),
      ("data:text/plain,x", "the scheme “data”"), ("https:host", "does not lead to an http"),
    ])
  func reasons(location: String, reason: String) async throws {
    let stub = StubTransport {
      On("/from").respond(.redirect(to: location))
      On.any().respond(status: 200)
    }
    let from = TransportRequest(url: try #require(URL(string: "http://api.test/from")))
    let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(from) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("s3cret") == false)
    #expect(stub.requests.count == 1)
  }

  @Test("a relative Location keeps the user of the request's own URL")
  func ownUser() async throws {
    let stub = StubTransport {
      On("/from").respond(.redirect(to: "/to"))
      On.any().respond(status: 200)
    }
    let from = TransportRequest(url: try #require(URL(string: "http://ann:pw@api.test/from")))
    #expect(try await stub.send(from).url.absoluteString == "http://ann:pw@api.test/to")
  }

  @Test("an interim response that was not asked for, such as a 101, is an error", arguments: [101, 199])
  func interim(status: Int) async throws {
    let interim = InterimTransport(status: status)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await interim.send(TransportRequest(url: .api))
    }
    #expect(error?.kind == .urlSessionFailed && error?.description.contains("\(status)") == true)
  }

  @Test(
    "fields that are about the connection are the transport's alone",
    arguments: ["Upgrade", "Trailer", "Keep-Alive", "proxy-connection"] as [HTTPHeaderName])
  func connectionFields(name: HTTPHeaderName) async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let request = TransportRequest(url: .api, headers: [name: "x"])
    let error = await #expect(throws: NetworkRequestError.self) { try await stub.send(request) }
    #expect(error?.kind == .invalidRequest && stub.requests.isEmpty)
  }
}

/// A server that switches protocols.
private struct InterimTransport: TerminalTransport {
  let status: Int

  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    TransportResponse(status: status, url: request.url, body: .data(Data("x".utf8)))
  }
}
