import TestSupport
import Testing

@testable import Requisite

@Suite("URLSessionTransport: lost connections and interim responses", .timeLimit(.minutes(3)))
struct URLSessionFailureTests {
  /// What a server does once it has read the request.
  enum Loss: String, CaseIterable {
    case closedAtOnce, resetAtOnce, shortBody, resetInBody, shortChunk, cutAfterChunk

    func happen(to connection: FaultConnection) throws {
      let (head, chunked) = ("HTTP/1.1 200 OK\r\n", "Transfer-Encoding: chunked\r\n\r\n")
      switch self {
      case .closedAtOnce: break
      case .resetAtOnce: connection.resetOnClose()
      case .shortBody: try connection.send("\(head)Content-Length: 100\r\n\r\nbegan")
      case .resetInBody:
        try connection.send("\(head)Content-Length: 100\r\n\r\nbegan")
        connection.resetOnClose()
      case .shortChunk: try connection.send("\(head)\(chunked)9\r\nabc")
      case .cutAfterChunk: try connection.send("\(head)\(chunked)3\r\nabc\r\n")
      }
    }
  }

  @Test(
    "errors of sockets and of CFNetwork have the code of what happened, and no URL",
    arguments: [
      (NSPOSIXErrorDomain, Int(ECONNABORTED), TransportFailure.Code.networkConnectionLost),
      (NSPOSIXErrorDomain, Int(ECONNRESET), .networkConnectionLost),
      (NSPOSIXErrorDomain, Int(EPIPE), .networkConnectionLost),
      (NSPOSIXErrorDomain, Int(ENOTCONN), .networkConnectionLost),
      (NSPOSIXErrorDomain, Int(EPROTO), .networkConnectionLost),
      (NSPOSIXErrorDomain, Int(ETIMEDOUT), .timedOut),
      (NSPOSIXErrorDomain, Int(ENETDOWN), .notConnectedToInternet),
      (NSPOSIXErrorDomain, Int(ENETUNREACH), .notConnectedToInternet),
      (NSPOSIXErrorDomain, Int(ECANCELED), .cancelled),
      (NSPOSIXErrorDomain, Int(ENOENT), .unknown),
      ("kCFErrorDomainCFNetwork", -1005, .networkConnectionLost),
      ("kCFErrorDomainCFNetwork", 310, .cannotConnectToHost),
      ("kCFErrorDomainCFNetwork", 2, .cannotFindHost),
      ("com.example", 57, .unknown),
    ] as [(String, Int, TransportFailure.Code)])
  func system(domain: String, number: Int, code: TransportFailure.Code) {
    let url: [String: Any] = ["NSErrorFailingURLStringKey": "https://a.test/?token=hidden"]
    let cause = NSError(domain: "cause", code: 1, userInfo: url)
    let info = url.merging([NSUnderlyingErrorKey: cause]) { $1 }
    let failure = TransportFailure(
      ofSession: NSError(domain: domain, code: number, userInfo: info), request: nil)
    #expect(failure.code == code)
    let texts = [
      String(describing: failure.underlyingError),
      String(describing: (failure.underlyingError as? NSError)?.userInfo),
    ]
    #expect(texts.allSatisfy { !$0.contains("hidden") })
  }

  @Test(
    "a lost connection has its own code, and is retryable", arguments: Loss.allCases)
  func lost(loss: Loss) async throws {
    let server = try FaultServer { connection in
      try connection.readRequest()
      try loss.happen(to: connection)
    }
    defer { server.stop() }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await URLSessionTransport.shared.send(TransportRequest(url: server.url()))
    }
    guard case .urlSessionFailed(let failure) = try #require(error) else {
      Issue.record("another error")
      return
    }
    #expect(failure.code == .networkConnectionLost)
    #expect(error?.isRetryable == true)
  }

  @Test("an interim response is skipped, with any delivery", arguments: [100, 102, 103])
  func interim(status: Int) async throws {
    let server = try FaultServer { connection in
      while true {
        try connection.readRequest()
        try connection.send("HTTP/1.1 \(status) Interim\r\nLink: </a>\r\n\r\n")
        try connection.send("HTTP/1.1 200 OK\r\nX-Final: yes\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    defer { server.stop() }
    for delivery in [TransportRequest.Delivery.buffered, .streamed, .file(nil)] {
      let response = try await URLSessionTransport.shared.send(
        TransportRequest(url: server.url(), delivery: delivery))
      #expect(response.status == 200)
      #expect(response.headers["X-Final"] == "yes")
      switch response.body {
      case .data(let data): #expect(data == Data("ok".utf8))
      case .stream(let stream): #expect(try await stream.collected(upTo: 10) == Data("ok".utf8))
      case .file(let url):
        #expect(try Data(contentsOf: url) == Data("ok".utf8))
        try FileManager.default.removeItem(at: url)
      }
    }
  }
}
