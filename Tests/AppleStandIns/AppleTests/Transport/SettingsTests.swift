import Requisite
import TestSupport
import Testing

@Suite("TransportConfiguration on Apple platforms", .timeLimit(.minutes(3)))
struct SettingsTests {
  @Test("it creates a URLSessionTransport that sends requests", .feature("F15"))
  func makes() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    var configuration = TransportConfiguration()
    configuration.connectionsPerHost = 2
    configuration.idleTimeout = .seconds(20)
    configuration.waitsForConnectivity = true
    let transport = try DefaultTransport.make(configuration)
    #expect(transport is URLSessionTransport)
    #expect(try await transport.send(TransportRequest(url: server.url())).status == 200)
  }

  @Test(
    "what a TransportConfiguration lacks comes from a session's configuration, which stays as it is",
    .feature("F15"))
  func extends() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    let session = URLSessionConfiguration.ephemeral
    session.httpAdditionalHeaders = ["X-Session": "mine"]
    session.timeoutIntervalForRequest = 300
    var configuration = TransportConfiguration()
    configuration.idleTimeout = .seconds(20)
    let transport = try URLSessionTransport(configuration, session: session)
    _ = try await transport.send(TransportRequest(url: server.url()))
    #expect(server.received.first?.header("X-Session") == "mine")
    #expect(session.timeoutIntervalForRequest == 300)
  }

  @Test("HTTP/3 is assumed of a server where the configuration says so, and else not", .feature("F15"))
  func http3() async throws {
    let server = try FaultServer.answering(body: "ok")
    defer { server.stop() }
    for version in [TransportConfiguration.HTTPVersion.automatic, .http3] {
      var configuration = TransportConfiguration()
      configuration.httpVersion = version
      _ = try await URLSessionTransport(configuration).send(TransportRequest(url: server.url()))
    }
    #expect(server.received.map { $0.header("Stand-In-HTTP3") } == [nil, "1"])
  }

  private typealias Setting = (words: String, change: @Sendable (inout TransportConfiguration) -> Void)

  /// Settings that URLSession lacks or refuses, and the words in their errors.
  private static let refused: [Setting] = [
    ("connectTimeout", { $0.connectTimeout = .seconds(1) }),
    ("connections", { $0.connections = 10 }),
    ("httpVersion", { $0.httpVersion = .http1 }),
    (
      "password of a proxy",
      { $0.proxy = URL(string: "http://me:secret@proxy.example.com:8080").map { .server($0) } ?? .none }
    ),
    ("PEM", { $0.tls.clientCertificate = .files(certificate: "a", key: "b") }),
    ("authorities", { $0.tls.authorities = .pem(Data("none".utf8)) }),
    ("/nowhere.pem", { $0.tls.authorities = .file("/nowhere.pem") }),
    ("no hash", { $0.tls.pinnedPublicKeys = ["localhost": ["no hash"]] }),
    (
      "passphrase you entered is not correct. (-25293)",
      { $0.tls.clientCertificate = .pkcs12(Data(), password: "wrong") }
    ),
  ]

  @Test(
    "a setting that cannot be honoured is an error that names it, when the transport is created",
    .feature("F15"),
    arguments: refused)
  private func refuses(_ setting: Setting) throws {
    var configuration = TransportConfiguration()
    setting.change(&configuration)
    let error = #expect(throws: NetworkRequestError.self) { try DefaultTransport.make(configuration) }
    guard case .invalidRequest(let problem) = try #require(error) else {
      Issue.record("another error")
      return
    }
    #expect(problem.part == .options && problem.reason.contains(setting.words))
    #expect(!problem.reason.contains("secret"))
  }
}
