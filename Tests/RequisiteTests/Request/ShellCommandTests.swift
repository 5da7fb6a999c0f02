import RequisiteTesting
import TestSupport
import Testing

@Suite("A request as a curl command")
struct CurlCommandTests {
  private static let shell = "/bin/sh"
  private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

  @Test("a GET is a line with its header fields, and secrets are left out by default", .feature("F9"))
  func get() throws {
    let url = try #require(URL(string: "https://api.example.com/todos?q=it's"))
    let request = TransportRequest(
      url: url, headers: ["Accept": "application/json", "Authorization": "Bearer canary-7f3a"])
    #expect(
      request.curlCommand == """
        curl --globoff --path-as-is '\(url.absoluteString.replacing("'", with: "'\\''"))' \\
          -H 'Accept: application/json' \\
          -H 'Authorization: <redacted>'
        """)
    #expect(request.curlCommand(redacting: .revealing).contains("Bearer canary-7f3a"))
  }

  @Test(
    "the command runs, and the server gets method, path, header fields and body as declared",
    .enabled(if: hasCurl), .timeLimit(.minutes(3)),
    arguments: [
      (HTTPMethod.post, HTTPBody.text("it's \"quoted\" $HOME `x` \\ \n second line"), "a/b c"),
      (.put, .data(Data([0, 255, 39, 10, 13]), contentType: "application/octet-stream"), "[x]{y}"),
      (.patch, .data(Data("@file".utf8), contentType: nil), "ü"),
      (.delete, .none, "x"), (.post, .none, "x"), (.post, .data(Data(), contentType: nil), "x"),
    ])
  func runs(method: HTTPMethod, body: HTTPBody, segment: String) throws {
    let server = try FaultServer.answering(body: "ok", headers: ["Connection: close"])
    defer { server.stop() }
    var request = TransportRequest(
      method: method, url: server.url("/"), headers: ["X-Empty": "", "X-Q": "a'b\"c"], body: body)
    request.path = "/\(segment)"
    if let type = body.contentType { request.headers[.contentType] = type }
    try Self.run(request.curlCommand(redacting: .revealing))
    let received = try #require(server.received.first)
    #expect(received.requestLine == "\(method) \(request.url.path(percentEncoded: true)) HTTP/1.1")
    #expect(received.header("X-Q") == "a'b\"c")
    #expect(received.header("X-Empty") == "")
    #expect(received.header("Content-Type") == body.contentType)
    if case .data(let data) = body.content { #expect(received.body == data) }
  }

  private static func run(_ command: String) throws {
    let line = command + " --silent --show-error --noproxy '*' --max-time 10"
    #expect(try ChildProcess.run(shell, ["-c", line]).status == 0)
  }
}
