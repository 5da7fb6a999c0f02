import Requisite
import TestSupport
import Testing

@Suite("A session of a program on Apple platforms", .timeLimit(.minutes(3)))
struct UserSessionTests {
  /// A delegate that keeps what it is asked and told, as those of loggers do.
  final class Delegate: NSObject, URLSessionDataDelegate {
    let challenges = Locked(0)
    let events = Locked<[String]>([])

    func note(_ event: String) { events.withLock { $0.append(event) } }

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
      note("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
      completionHandler(.cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      note("\(data.count) bytes")
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      note("sent")
    }

    func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
      note("waits")
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      note("metrics")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      note(error == nil ? "end" : "failure")
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

  @Test(
    "its delegate answers challenges, and is told of response, data, metrics and end, as a logger needs it",
    .feature("F25"))
  func delegate() async throws {
    let server = try FaultServer.answering(
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno")
    defer { server.stop() }
    let delegate = Delegate()
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let response = try await URLSessionTransport(session).send(TransportRequest(url: server.url()))
    #expect(response.status == 401)
    #expect(delegate.challenges.withLock { $0 } == 1)
    #expect(delegate.events.withLock { $0 } == ["response 401", "2 bytes", "metrics", "end"])
  }

  @Test("its delegate is told of bytes that were sent, of waiting and of a failure", .feature("F25"))
  func upload() async throws {
    let delegate = Delegate()
    let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    let server = try FaultServer { connection in
      try connection.readRequest()
      if let task = session.madeTasks.first { session.reportWaiting(task) }
    }
    defer { server.stop() }
    var request = TransportRequest(method: .post, url: server.url())
    request.body = .text("x")
    await #expect(throws: NetworkRequestError.self) { try await URLSessionTransport(session).send(request) }
    #expect(Set(delegate.events.withLock { $0 }) == ["sent", "waits", "metrics", "failure"])
  }

  /// A delegate that has no method of a task's: nothing is called that it does not have.
  final class Silent: NSObject, URLSessionTaskDelegate {}

  @Test("a delegate without these methods is not called", .feature("F25"))
  func silent() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    let session = URLSession(configuration: .ephemeral, delegate: Silent(), delegateQueue: nil)
    #expect(try await URLSessionTransport(session).send(TransportRequest(url: server.url())).status == 200)
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
    let session = URLSession(configuration: .background(withIdentifier: "test.\(TransportRequest.ID())"))
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
