import RequisiteTesting
import TestSupport
import Testing

/// Calls over real sockets, with secrets wherever a call can have some, and all that the library says of them.
@Suite("Calls do not expose secrets", .timeLimit(.minutes(1)))
struct SecretsOfCallsTests {
  private static let secret = Canary.secret
  private static let tokens = #"{"access_token":"\#(secret)","user":{"password":"\#(secret)","name":"ann"}}"#

  /// Each path is one way for a call to end; all responses are full of secrets.
  private static func server() throws -> FaultServer {
    try FaultServer { connection in
      while true {
        let request = try connection.readRequest()
        guard let response = response(to: request) else { return }
        try connection.send(response)
        if request.target.hasPrefix("/cut") { return }
      }
    }
  }

  private static func response(to request: ReceivedRequest) -> Data? {
    let fields = [
      "Set-Cookie: session=\(secret); HttpOnly", "X-Auth-Token: \(secret)", "Content-Type: application/json",
    ]
    switch request.target.split(separator: "?").first {
    case "/cut": return Data("HTTP/1.1 200 OK\r\nContent-Length: 99\r\nX-Auth-Token: \(secret)\r\n\r\n{".utf8)
    case "/closed": return nil
    case "/moved":
      let location = "Location: /todos?access_token=\(secret)"
      return HTTPMessage.response(status: "302 Found", body: "", headers: fields + [location])
    case "/away":
      let location = "Location: http://ann:\(secret)@127.0.0.1:1/?access_token=\(secret)"
      return HTTPMessage.response(status: "307 Temporary Redirect", body: "", headers: fields + [location])
    case let path? where path.hasPrefix("/status/"):
      let status = request.target.split(separator: "/").last?.prefix(3) ?? ""
      return HTTPMessage.response(status: "\(status) Said", body: tokens, headers: fields)
    default: return HTTPMessage.response(body: tokens, headers: fields)
    }
  }

  private static func stack(_ authenticator: any Authenticator, of base: BaseURL, _ log: some CallObserver)
    -> any Transport
  {
    var stack = StandardStack()
    stack.authenticator = authenticator
    stack.authenticatedOrigins = [base]
    stack.retry = .immediate(attempts: 2)
    stack.log = log
    return stack.transport.deadline(.seconds(30))
  }

  private static func requests(_ text: String) -> [Endpoint<Data>] {
    let path = RequestPath(verbatim: text)
    let calls: [Endpoint<Data>] = [
      .get(path, query: ["token": secret]),
      .post(path, body: .json(["user": "ann", "client_secret": secret])),
      .post(path, body: .form(["user": "ann", "password": secret])),
    ]
    return calls.map { $0.headers(["X-Api-Key": "\(secret)", "Cookie": "id=\(secret)"]) }
  }

  @Test(
    "not in logs, responses, errors, timelines or curl commands, with any result", .feature("C41", "F9"),
    arguments: [
      "/todos", "/moved", "/away", "/cut", "/closed", "/status/401", "/status/403", "/status/418",
      "/status/503", "/status/999", "https://a.test/whole",
    ])
  func calls(path: String) async throws {
    let server = try Self.server()
    let base = BaseURL("http://127.0.0.1:\(server.port)")
    let authenticators: [any Authenticator] = [
      .bearer(Self.secret), .basic(user: "ann", password: Self.secret), .apiKey(Self.secret, query: "key"),
      DigestAuthenticator(user: "ann", password: Self.secret),
    ]
    for authenticator in authenticators {
      let sink = CollectingSink()
      let client = APIClient(baseURL: base, transport: Self.stack(authenticator, of: base, sink))
      for request in Self.requests(path) { await expectSilence(of: request, client) }
      for entry in sink.entries {
        #expect(!Canary.isHeard(in: entry.text()) && !Canary.isHeard(in: entry.text(.pretty())))
      }
    }
    #expect(
      path.hasPrefix("https:")
        || server.received.contains { $0.head.range(of: Data(Self.secret.utf8)) != nil })
  }

  private func expectSilence(of request: Endpoint<Data>, _ client: APIClient) async {
    let outcome = await Result.awaiting { () async throws(NetworkRequestError) in
      try await client.response(for: request)
    }
    switch outcome {
    case .success(let response):
      #expect(!Canary.isHeard(in: response))
      #expect(!Canary.isHeard(in: response.timeline as Any))
    case .failure(let error):
      #expect(!Canary.isHeard(in: error) && !Canary.isHeard(in: error.localizedDescription))
      #expect(!Canary.isHeard(in: error.timeline as Any) && !Canary.isHeard(in: error.response as Any))
      #expect(!Canary.isHeard(in: error.request?.curlCommand as Any))
      #expect(!Canary.isHeard(in: error.response?.prettyPrinted as Any))
    }
  }
}
