#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import TestSupport
  import Testing

  @testable import Requisite

  @Suite("On Linux, the cookie store of a session neither answers nor keeps", .timeLimit(.minutes(1)))
  struct URLSessionCookieTests {
    enum SessionKind: CaseIterable { case ephemeral, standard, configuration, session }

    private static func transport(_ use: SessionKind) -> any Transport {
      switch use {
      case .ephemeral: URLSessionTransport(URLSession(configuration: .ephemeral))
      case .standard: URLSessionTransport(URLSession(configuration: .default))
      case .configuration: URLSessionTransport(configuration: .ephemeral)
      case .session: URLSession(configuration: .ephemeral)
      }
    }

    private static func server() throws -> FaultServer {
      try FaultServer.answering(body: "ok", headers: ["Set-Cookie: sid=A"])
    }

    @Test("without a jar no cookie is sent, and an own field stays as it is", arguments: SessionKind.allCases)
    func none(use: SessionKind) async throws {
      let server = try Self.server()
      defer { server.stop() }
      let transport = Self.transport(use)
      for _ in 0..<2 { _ = try await transport.send(TransportRequest(url: server.url("/"))) }
      _ = try await transport.send(TransportRequest(url: server.url("/"), headers: ["Cookie": "own=1"]))
      #expect(server.received.map { $0.header("Cookie") } == [nil, nil, "own=1"])
    }

    @Test("two jars on one transport are two users", arguments: SessionKind.allCases)
    func users(use: SessionKind) async throws {
      let server = try Self.server()
      defer { server.stop() }
      let transport = Self.transport(use)
      let (first, second) = (transport.cookies(in: CookieJar()), transport.cookies(in: CookieJar()))
      for user in [first, first, second, second] as [any Transport] {
        _ = try await user.send(TransportRequest(url: server.url("/")))
      }
      #expect(server.received.map { $0.header("Cookie") } == [nil, "sid=A", nil, "sid=A"])
    }

    @Test("the configuration of the program is not changed")
    func configuration() {
      let configuration = URLSessionConfiguration.default
      configuration.httpShouldSetCookies = true
      _ = URLSessionTransport(configuration: configuration)
      #expect(configuration.httpShouldSetCookies)
    }
  }
#endif
