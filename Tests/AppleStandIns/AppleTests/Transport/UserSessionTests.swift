import Requisite
import TestSupport
import Testing

@Suite("A session of a program on Apple platforms", .timeLimit(.minutes(3)))
struct UserSessionTests {
  /// A delegate that keeps what it is asked.
  final class Delegate: NSObject, URLSessionDataDelegate {
    let challenges = Locked(0)
    let responses = Locked(0)

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      challenges.withLock { $0 += 1 }
      completionHandler(.performDefaultHandling, nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      responses.withLock { $0 += 1 }
      completionHandler(.allow)
    }
  }

  @Test("the session itself is used: its tasks, its fields, its cookies", .feature("F25"))
  func sameSession() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Session": "mine"]
    let session = URLSession(configuration: configuration)
    for transport in [URLSessionTransport(session), session] as [any TerminalTransport] {
      _ = try await transport.send(TransportRequest(url: server.url()))
    }
    #expect(session.madeTasks.count == 2)
    #expect(server.received.map { $0.header("X-Session") } == ["mine", "mine"])
    #expect(!session.isInvalid)
  }

  @Test("its delegate receives challenges, and the transport everything else", .feature("F25"))
  func delegate() async throws {
    let server = try FaultServer.answering(
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno")
    defer { server.stop() }
    let delegate = Delegate()
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let response = try await URLSessionTransport(session).send(TransportRequest(url: server.url()))
    #expect(response.status == 401)
    #expect(delegate.challenges.withLock { $0 } == 1)
    #expect(delegate.responses.withLock { $0 } == 0)
  }

  @Test("the library follows its redirects: Authorization is not sent to another origin", .feature("F25"))
  func redirects() async throws {
    let other = try FaultServer.answering(body: "there")
    defer { other.stop() }
    let server = try FaultServer.answering(
      "HTTP/1.1 302 Found\r\nLocation: \(other.url("/there"))\r\nContent-Length: 0\r\n\r\n")
    defer { server.stop() }
    let response = try await URLSessionTransport(.shared).send(
      TransportRequest(url: server.url(), headers: [.authorization: "Bearer secret"]))
    #expect(response.redirectCount == 1)
    #expect(other.received.first?.target == "/there")
    #expect(other.received.first?.header("Authorization") == nil)
  }

  @Test("stubs by URLProtocol answer", .feature("F25"))
  func protocolClasses() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubProtocol.self]
    let url = try #require(URL(string: "http://stub.invalid/"))
    let response = try await URLSessionTransport(URLSession(configuration: configuration)).send(
      TransportRequest(url: url))
    guard case .data(let data) = response.body else {
      Issue.record("not in memory")
      return
    }
    #expect(data == Data("stub".utf8))
  }

  @Test("the shared session is used as it is, in each way to use it")
  func shared() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    let before = URLSession.shared.madeTasks.count
    _ = try await URLSession.shared.send(TransportRequest(url: server.url()))
    _ = try await URLSessionTransport(.shared).send(TransportRequest(url: server.url()))
    #expect(URLSession.shared.madeTasks.count >= before + 2)
  }

  @Test("a background session is refused, because its calls would never end")
  func background() async throws {
    let session = URLSession(configuration: .background(withIdentifier: "test.\(RequestID())"))
    let url = try #require(URL(string: "http://127.0.0.1:9/"))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await URLSessionTransport(session).send(TransportRequest(url: url))
    }
    guard case .invalidRequest(let problem) = error else {
      Issue.record("another error")
      return
    }
    #expect(problem.reason.contains("BackgroundTransfers") && session.madeTasks.isEmpty)
  }

  @Test("a session that the library made is invalidated with its transport")
  func end() throws {
    var host: URLSessionTransport? = URLSessionTransport(configuration: .ephemeral)
    #expect(host != nil)
    host = nil
  }
}

/// Answers every request by itself.
private final class StubProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("stub".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
