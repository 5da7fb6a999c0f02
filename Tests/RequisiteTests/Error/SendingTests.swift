import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// What an error says about whether a part of its call was sent.
@Suite("Errors before and after sending", .timeLimit(.minutes(3)))
struct SendingTests {
  private func request(
    _ url: String = "https://api.test/a", _ method: HTTPMethod = .put, body: HTTPBody = .none
  ) throws -> TransportRequest {
    TransportRequest(method: method, url: try #require(URL(string: url)), body: body)
  }

  private func failure(_ code: TransportFailure.Code) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(code))
  }

  @Test("an error of a call that was sent is not before sending, in every copy")
  func copies() throws {
    let (inner, outer) = (try request("https://api.test/a?key=1"), try request())
    let errors: [NetworkRequestError] = [
      .invalidRequest(InvalidRequest(.body, "a fault")),
      .refused(Refusal(.rateLimited, request: inner)),
      .urlSessionFailed(TransportFailure(.cannotConnectToHost, request: inner)),
    ]
    for error in errors {
      #expect(error.isBeforeSending)
      let sent = error.afterSending()
      #expect(sent.kind == error.kind && sent == error)
      for copy in [
        sent, sent.labelled(for: outer, sentAs: inner), sent.labelled(for: outer), sent.inPhase(.unprocessed),
      ] {
        #expect(!copy.isBeforeSending, "\(copy)")
      }
      #expect(NetworkRequestError(sent).isBeforeSending == false)
    }
    let failure = TransportFailure(.cannotConnectToHost)
    #expect(NetworkRequestError(failure).isBeforeSending)
  }

  @Test(
    "an error of a request that no server has processed is before sending, whatever its code, unless an earlier part was sent"
  )
  func unprocessed() throws {
    let (inner, outer) = (try request("https://api.test/a?key=1"), try request())
    let error = NetworkRequestError.urlSessionFailed(TransportFailure(.networkConnectionLost, request: inner))
    let unprocessed = error.inPhase(.unprocessed)
    #expect(!error.isBeforeSending && unprocessed.isBeforeSending && unprocessed == error)
    #expect(unprocessed.labelled(for: outer, sentAs: inner).isBeforeSending)
    #expect(!unprocessed.afterSending().isBeforeSending && !error.inPhase(.sent).isBeforeSending)
  }

  @Test(
    "an attempt that was not sent does not hide an earlier one that was",
    arguments: [
      (.failure(.networkConnectionLost), true), (.status(503), true), (.failure(.cannotConnectToHost), false),
    ] as [(StubResponse, Bool)])
  func retries(_ first: StubResponse, _ wasSent: Bool) async throws {
    let stub = StubTransport([On.any().respond(first).then(.failure(.cannotConnectToHost))])
    let retried = stub.retried(.immediate(attempts: 2))
    let error = await #expect(throws: NetworkRequestError.self) { try await retried.send(try request()) }
    #expect(error?.code == .cannotConnectToHost && stub.requests.count == 2)
    #expect(error?.isBeforeSending == !wasSent)
    let again = StubTransport([On.any().respond(first).then(.failure(.cannotConnectToHost))])
    let client = APIClient(baseURL: "https://api.test", transport: again)
    let last = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<Void>.put("/a"), attempts: 2, retryDelay: .zero)
    }
    #expect(last?.code == .cannotConnectToHost && again.requests.count == 2)
    #expect(last?.isBeforeSending == !wasSent)
  }

  @Test("a rejected request that cannot be sent again counts as sent")
  func authentication() async throws {
    let stub = StubTransport([On.any().respond(.status(401)).then(.failure(.cannotConnectToHost))])
    let tokens = BearerAuthenticator { _ in AccessToken("a") }
    let transport = stub.authenticated(with: tokens, for: "https://api.test")
    let error = await #expect(throws: NetworkRequestError.self) { try await transport.send(try request()) }
    #expect(error?.code == .cannotConnectToHost && error?.isBeforeSending == false)
  }

  private static var transports: [any TerminalTransport] {
    #if os(Linux)
      [CurlTest.transport, URLSessionTransport.shared]
    #else
      [URLSessionTransport.shared]
    #endif
  }

  @Test("a redirect that cannot be followed is an error after sending, with every transport")
  func redirects() async throws {
    let refusing = try RefusingPort()
    let server = try FaultServer { connection in
      let target = try connection.readRequest().target
      let place = target == "/refused" ? refusing.url.absoluteString : "/elsewhere"
      try connection.send(
        HTTPMessage.response(
          status: "307 Temporary Redirect", body: "", headers: ["Location: \(place)", "Connection: close"]))
    }
    defer { server.stop() }
    for transport in Self.transports {
      let refused = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(request(server.url("/refused").absoluteString, .post))
      }
      #expect(refused?.code == .cannotConnectToHost && refused?.isBeforeSending == false, "\(transport)")
      let once = HTTPBody.stream(BodyStream(ByteStream(Data("body".utf8))))
      let spent = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(request(server.url("/once").absoluteString, .post, body: once))
      }
      #expect(spent?.kind == .invalidRequest && spent?.isBeforeSending == false, "\(transport)")
      let unsent = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(request(refusing.url.absoluteString, .post))
      }
      #expect(unsent?.isBeforeSending == true, "\(transport)")
    }
  }
}
