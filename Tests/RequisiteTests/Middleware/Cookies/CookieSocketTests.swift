import TestSupport
import Testing

@testable import Requisite

@Suite("Cookies over a socket", .timeLimit(.minutes(3)))
struct CookieSocketTests {
  static let transports: [(name: String, transport: any Transport)] = [
    ("the platform's own", DefaultTransport.shared), ("URLSession", URLSessionTransport.shared),
  ]

  /// Two servers on one address, which are one host to cookies; by name, the same is another.
  private static func server(_ script: @escaping @Sendable (ReceivedRequest) -> String) throws -> FaultServer
  {
    try FaultServer { connection in
      while true { try connection.send(script(try connection.readRequest())) }
    }
  }

  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  @Test("the next request after a login by redirect has all cookies", arguments: [0, 1])
  func login(index: Int) async throws {
    let server = try Self.server { request in
      guard request.method == "POST" else { return Self.ok }
      return "HTTP/1.1 302 Found\r\nLocation: /home\r\nSet-Cookie: id=1; Path=/; HttpOnly; "
        + "Expires=Wed, 21 Oct 2065 07:28:00 GMT\r\nSet-Cookie: lang=de, en; Path=/\r\n"
        + "Set-Cookie: deep=1; Path=/home\r\nContent-Length: 0\r\n\r\n"
    }
    defer { server.stop() }
    let jar = CookieJar()
    let transport = Self.transports[index].transport.cookies(in: jar)
    let request = TransportRequest(method: .post, url: server.url("/login"), body: .text("ann"))
    #expect(try await transport.send(request).status == 200)
    #expect(server.received.map(\.method) == ["POST", "GET"])
    #expect(server.received.map { $0.headers("Cookie") } == [[], ["deep=1; id=1; lang=de, en"]])
    #expect(jar.cookies.map(\.isHTTPOnly) == [true, false, false])
  }

  @Test("a redirect to another host is sent without cookies", arguments: [0, 1])
  func elsewhere(index: Int) async throws {
    let other = try Self.server { _ in Self.ok }
    let server = try Self.server { _ in
      "HTTP/1.1 302 Found\r\nLocation: http://localhost:\(other.port)/\r\nSet-Cookie: id=1; Path=/\r\n"
        + "Content-Length: 0\r\n\r\n"
    }
    defer { [server, other].forEach { $0.stop() } }
    let transport = Self.transports[index].transport.cookies(in: CookieJar())
    for _ in 1...2 { _ = try await transport.send(TransportRequest(url: server.url("/"))) }
    #expect(server.received.map { $0.header("Cookie") } == [nil, "id=1"])
    #expect(other.received.map { $0.header("Cookie") } == [nil, nil])
  }

  @Test("spellings of a host that differ in more than case are different hosts")
  func spellings() async throws {
    let hosts = ["127.0.0.1", "localhost", "LocalHost", "localhost.", "127.1", "2130706433", "0x7f.0.0.1"]
    let server = try Self.server { request in
      request.target == "/set"
        ? Self.ok.replacing("\r\n\r\n", with: "\r\nSet-Cookie: id=1; Path=/\r\n\r\n") : Self.ok
    }
    defer { server.stop() }
    var sent = 0
    for from in hosts {
      let jar = CookieJar()
      let transport = Self.transports[0].transport.cookies(in: jar)
      for (host, path) in [(from, "/set")] + hosts.map({ ($0, "/\($0)/\(from)") }) {
        let url = try #require(URL(string: "http://\(host):\(server.port)\(path)"))
        // A resolver may know some of the spellings only.
        do { _ = try await transport.send(TransportRequest(url: url)) } catch { continue }
      }
    }
    for request in server.received {
      let words = request.target.split(separator: "/").map { $0.lowercased() }
      guard words.count == 2 else { continue }
      if request.header("Cookie") != nil { sent += 1 }
      #expect(request.header("Cookie") == nil || words[0] == words[1], "\(request.target)")
    }
    #expect(sent >= 5)
  }

  @Test("a path covers the paths below it, compared letter by letter")
  func paths() async throws {
    let server = try Self.server { request in
      request.target == "/set"
        ? Self.ok.replacing("\r\n\r\n", with: "\r\nSet-Cookie: id=1; Path=/a\r\n\r\n") : Self.ok
    }
    defer { server.stop() }
    let transport = Self.transports[0].transport.cookies(in: CookieJar())
    let paths = ["/set", "/a", "/a/", "/a/b", "/a?x", "/ab", "/A", "/%61", "/a%2Fb", "/", "/x/../a"]
    for path in paths { _ = try await transport.send(TransportRequest(url: server.url(path))) }
    let covered = server.received.filter { $0.header("Cookie") != nil }.map(\.target)
    #expect(covered == ["/a", "/a/", "/a/b", "/a?x"])
  }

  @Test("a Cookie field of the request is sent unchanged", arguments: [0, 1])
  func own(index: Int) async throws {
    let server = try Self.server { _ in Self.ok }
    defer { server.stop() }
    let jar = CookieJar()
    try jar.insert(Cookie("id", "1", domain: "127.0.0.1", isSecure: false))
    let transport = Self.transports[index].transport.cookies(in: jar)
    _ = try await transport.send(TransportRequest(url: server.url("/"), headers: [.cookie: "own=1"]))
    #expect(server.received.map { $0.headers("Cookie") } == [["own=1"]])
  }
}
