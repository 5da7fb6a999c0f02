import TestSupport
import Testing

@testable import Requisite

@Suite("An exchange on Apple platforms", .timeLimit(.minutes(3)))
struct ExchangeTests {
  private func error(_ server: FaultServer, _ delivery: TransportRequest.Delivery = .buffered) async
    -> NetworkRequestError?
  {
    let request = TransportRequest(method: .delete, url: server.url(), delivery: delivery)
    return await #expect(throws: NetworkRequestError.self) {
      try await URLSessionTransport.shared.send(request)
    }
  }

  @Test("a DELETE that was sent counts as sent, although it has no body; one that reached no server does not")
  func wasSent() async throws {
    let server = try FaultServer { connection in
      try connection.readRequest()
    }
    #expect(await error(server)?.isBeforeSending == false)
    server.stop()
    #expect(await error(server)?.isBeforeSending == true)
  }

  @Test(
    "the length of a body that does not come is not limited",
    arguments: [(HTTPMethod.head, 200), (.get, 304)])
  func announced(method: HTTPMethod, status: Int) async throws {
    let server = try FaultServer.answering("HTTP/1.1 \(status) X\r\nContent-Length: 99999999999\r\n\r\n")
    defer { server.stop() }
    let request = TransportRequest(method: method, url: server.url())
    #expect(try await URLSessionTransport.shared.send(request).status == status)
  }

  @Test("what URLSession can do for one request, it does for that request")
  func options() async throws {
    let session = URLSession(configuration: .ephemeral)
    let (measured, waited) = (Locked(0), Locked(0))
    let server = try FaultServer { connection in
      try connection.readRequest()
      if let task = session.madeTasks.first { session.reportWaiting(task) }
      try connection.send(HTTPMessage.response(body: "ok"))
    }
    defer { server.stop() }
    var request = TransportRequest(url: server.url())
    request.options.urlSession.allowsCellularAccess = false
    request.options.urlSession.networkServiceType = .background
    request.options.urlSession.cachePolicy = .reloadIgnoringLocalCacheData
    request.options.urlSession.attribution = .user
    request.options.urlSession.onWaitingForConnectivity = { waited.withLock { $0 += 1 } }
    request.options.urlSession.onMetrics = { metrics in
      measured.withLock { $0 += metrics.transactionMetrics.count }
    }
    _ = try await URLSessionTransport(session).send(request)
    let sent = try #require(session.madeTasks.first?.originalRequest)
    #expect(!sent.allowsCellularAccess && sent.networkServiceType == .background)
    #expect(sent.cachePolicy == .reloadIgnoringLocalCacheData && sent.attribution == .user)
    #expect(measured.withLock { $0 } == 1 && waited.withLock { $0 } == 1)
  }

  @Test("a part is asked for without compression, of which a part could not be decoded")
  func part() async throws {
    let session = URLSession(configuration: .ephemeral)
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    for fields in [[.range: "bytes=1-"], [.range: "bytes=1-", .acceptEncoding: "gzip"], [:]] as [HTTPHeaders]
    {
      _ = try await URLSessionTransport(session).send(TransportRequest(url: server.url(), headers: fields))
    }
    let sent = session.madeTasks.map { $0.originalRequest?.value(forHTTPHeaderField: "Accept-Encoding") }
    #expect(sent == ["identity", "gzip", nil])
  }

  @Test("the later parts of multipart/x-mixed-replace are ignored: the first is the response")
  func mixedReplace() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9/"))
    let exchange = URLSessionExchange(TransportRequest(url: url))
    let part = try #require(
      HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["X-Part": "1"]))
    let task = URLSession.shared.dataTask(with: URLRequest(url: url))
    let outcome: URLSessionExchange.Outcome = await withCheckedContinuation { continuation in
      exchange.start(task, resuming: continuation)
      #expect(exchange.received(part))
      exchange.received(Data("first".utf8))
      #expect(!exchange.received(part))
      exchange.received(Data("second".utf8))
      exchange.completed(task, with: URLError(.cancelled))
    }
    guard case .data(let data) = try outcome.get().body else {
      Issue.record("not in memory")
      return
    }
    #expect(data == Data("first".utf8))
  }

  @Test("a file is written on a queue of its own, at whose pace the task is paused")
  func file() async throws {
    let size = 4 << 20
    let server = try FaultServer.answering(body: String(repeating: "x", count: size))
    defer { server.stop() }
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "a")
    let request = TransportRequest(url: server.url(), delivery: .file(place))
    let response = try await URLSessionTransport(URLSession(configuration: .ephemeral)).send(request)
    guard case .file(let file) = response.body else {
      Issue.record("not a file")
      return
    }
    #expect(try Data(contentsOf: file).count == size)
    #expect(response.timings?.bytesReceived == Int64(size))
  }

  @Test("the body of a 401 that is cut short is an unfinished body, as that of any other status")
  func truncated() async throws {
    let server = try FaultServer { connection in
      try connection.readRequest()
      try connection.send(
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 20\r\n\r\nno")
    }
    defer { server.stop() }
    let response = try await URLSessionTransport.shared.send(TransportRequest(url: server.url()))
    #expect(response.status == 401 && response.bodyFailure != nil)
  }

  @Test(
    "a header value that the session reads as Latin-1 is the UTF-8 that it was, and Latin-1 stays",
    .feature("F54"))
  func latin1() async throws {
    let server = try FaultServer.answering(
      "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=\"Fü.pdf\"\r\nContent-Length: 2\r\n\r\nok"
    )
    defer { server.stop() }
    let response = try await URLSessionTransport.shared.send(TransportRequest(url: server.url()))
    #expect(response.headers["Content-Disposition"] == "attachment; filename=\"Fü.pdf\"")
    for value in ["ASCII", "F\u{FC}", "€\u{C3}\u{BC}"] { #expect(HTTPURLResponse.fieldValue(value) == value) }
  }

  @Test(
    "a chunked body that was cut is an error in sessions of the library; the classic loader hides it",
    .feature("F54"))
  func cutChunks() async throws {
    let server = try FaultServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
    }
    defer { server.stop() }
    let request = TransportRequest(url: server.url())
    for transport in [URLSessionTransport.shared, try URLSessionTransport(TransportConfiguration())] {
      await #expect(throws: NetworkRequestError.self) { try await transport.send(request) }
    }
    let classic = try URLSessionTransport(TransportConfiguration(), usesClassicLoader: true)
    let response = try await classic.send(request)
    #expect(response.status == 200 && response.bodyFailure == nil)
  }

  @Test(
    "the classic loader holds back text/plain until 512 bytes have come, the newer one delivers each line",
    .feature("F54"))
  func sniffing() async throws {
    for isClassic in [false, true] {
      let wasRead = Locked(false)
      let configuration = URLSessionConfiguration.ephemeral
      configuration.setClassicLoader(isClassic)
      let session = URLSession(configuration: configuration)
      let server = try FaultServer { connection in
        try connection.readRequest()
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 514\r\n\r\n"
        try connection.send(head + "a\n")
        // Until the line is held back, or was read.
        while session.madeTasks.first?.countOfBytesHeldBack == 0, !wasRead.withLock({ $0 }) { usleep(1000) }
        try connection.send(String(repeating: "b", count: 512))
      }
      defer { server.stop() }
      let response = try await URLSessionTransport(session).send(
        TransportRequest(url: server.url(), delivery: .streamed))
      guard case .stream(let stream) = response.body else {
        Issue.record("not streamed")
        return
      }
      var chunks = stream.makeAsyncIterator()
      let first = try #require(try await chunks.next())
      wasRead.withLock { $0 = true }
      #expect(isClassic ? first.count >= 512 : first == Data("a\n".utf8))
      while try await chunks.next() != nil {}
    }
  }

  @Test("an error of the system's sockets has the code of its meaning", .feature("F54"))
  func systemErrors() {
    for (number, code) in [
      (EHOSTDOWN, TransportFailure.Code.networkConnectionLost), (ENOBUFS, .networkConnectionLost),
      (EADDRNOTAVAIL, .notConnectedToInternet), (EPERM, .dataNotAllowed), (EACCES, .dataNotAllowed),
    ] {
      let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
      #expect(TransportFailure(ofSession: error, request: nil).code == code)
    }
  }

  @Test(
    "repeated Cookie fields are one, separated by semicolons, and a timeout may be a fraction of a second")
  func cookies() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    let session = URLSession(configuration: .ephemeral)
    var request = TransportRequest(url: server.url(), headers: [.cookie: "a=1", .cookie: "b=2"])
    request.options.timeout = .milliseconds(2500)
    _ = try await URLSessionTransport(session).send(request)
    #expect(server.received.first?.header("Cookie") == "a=1; b=2")
    #expect(session.madeTasks.first?.originalRequest?.timeoutInterval == 2.5)
  }

  @Test("an idle timeout that is not set leaves that of the session in force")
  func timeout() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 300
    let session = URLSession(configuration: configuration)
    var request = TransportRequest(url: server.url())
    _ = try await URLSessionTransport(session).send(request)
    request.options.timeout = .seconds(5)
    _ = try await URLSessionTransport(session).send(request)
    // 60 is Foundation's value for a request without one.
    #expect(session.madeTasks.map { $0.originalRequest?.timeoutInterval } == [60, 5])
  }
}
