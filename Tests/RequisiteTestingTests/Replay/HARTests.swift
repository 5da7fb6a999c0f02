import RequisiteTesting
import Testing

/// `mitmproxy.har` was written by mitmproxy 11.0.2 for calls of curl, `chromium.har` by headless Chromium 156, by way of
/// Playwright 1.65, for calls of `fetch`: both to a small server on the loopback interface, with secrets made up for it.
@Suite("Replaying an HTTP archive", .timeLimit(.minutes(1)))
struct HARTests {
  private static let archives = [
    ("mitmproxy", "http://127.0.0.1:18081"), ("chromium", "http://shop.example"),
  ]

  @Test("an archive of a proxy or a browser answers requests", .feature("F33"), arguments: archives)
  func replays(archive: String, origin: String) async throws {
    let recording = try Recording(har: .fixture("../Fixtures/HAR/\(archive).har"))
    let client = APIClient(baseURL: origin, transport: ReplayTransport(recording))
    let items = Endpoint<[Item]>.get("/items", query: ["season": "spring"])
    #expect(try await client.dispatch(items).map(\.name) == ["Basil", "Cress"])
    #expect(
      try await client.dispatch(Endpoint<Data>.get("/leaf.png")).prefix(4).dropFirst() == Data("PNG".utf8))
    let added = try await client.response(for: Endpoint<Item>.post("/items", body: ["name": "Sage"]))
    #expect(added.status == 201 && added.value == Item(id: 3, name: "Sage"))
    let missing = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<Item>.get("/nothing"))
    }
    #expect(missing?.status == 404)
  }

  @Test("a redirect and what followed it answer one request", .feature("F33"), arguments: archives)
  func redirects(archive: String, origin: String) async throws {
    let recording = try Recording(har: .fixture("../Fixtures/HAR/\(archive).har"))
    let client = APIClient(baseURL: origin, transport: ReplayTransport(recording))
    let response = try await client.response(for: Endpoint<[Item]>.get("/catalogue"))
    #expect(response.value.count == 2)
    #expect(response.url.absoluteString == "\(origin)/items?season=spring")
    #expect(!recording.exchanges.contains { $0.request.url.contains("/catalogue/current") })
  }

  @Test(
    "secrets are left out as an archive is read, and what is hidden still decodes", .feature("F33"),
    arguments: archives)
  func secrets(archive: String, origin: String) async throws {
    let recording = try Recording(har: .fixture("../Fixtures/HAR/\(archive).har"))
    let text = String(decoding: try JSONCoding().encode(recording), as: UTF8.self)
    for secret in ["s3cret-hunter", "tok-81f2c6a0", "s-4471"] { #expect(!text.contains(secret)) }
    let client = APIClient(baseURL: origin, transport: ReplayTransport(recording))
    let form: FormFields = ["user": "ann", "password": "another"]
    let session = try await client.dispatch(Endpoint<Session>.post("/login", body: form))
    #expect(session == Session(user: "ann", expires: 3_600, accessToken: "<redacted>"))
  }

  @Test("a request that is not in the archive fails, and the error names the nearest", .feature("F33"))
  func unrecorded() async throws {
    let recording = try Recording(har: .fixture("../Fixtures/HAR/mitmproxy.har"))
    let client = APIClient(baseURL: "http://127.0.0.1:18081", transport: ReplayTransport(recording))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Endpoint<[Item]>.get("/items", query: ["season": "autumn"]))
    }
    let nearest = try error.unwrapped.cause(as: UnrecordedRequest.self).unwrapped.nearest
    #expect(
      nearest == """
        number 1, “GET http://127.0.0.1:18081/items?season=spring”: the query is “season=autumn”, not “season=spring”
        """)
  }

  @Test("what a transport would not see is left out, and what a browser had stored is the response")
  func leavesOut() throws {
    let recording = try read(
      """
      \(entry("https://api.test/a", status: 0)), \(entry("data:text/plain,a", status: 200)),
      \(entry("wss://api.test/b", status: 101)), \(entry("https://api.test/c#part", status: 304, text: "kept")),
      \(entry("https://api.test/d", status: 302, fields: [("Location", "/elsewhere")]))
      """)
    #expect(recording.exchanges.map(\.request.url) == ["https://api.test/c", "https://api.test/d"])
    #expect(recording.exchanges.map(\.response.status) == [200, 302])
    #expect(recording.exchanges.first?.response.body == .text("kept"))
  }

  @Test("fields of HTTP/2 are left out, joined ones are taken apart, and the fields of a form are its body")
  func fields() throws {
    let recording = try read(
      entry(
        "https://api.test/a", status: 200,
        fields: [(":status", "200"), ("Vary", "Accept\\nAccept-Language"), ("Content-Encoding", "br")],
        posted: #"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"q","value":"a b&c"}]}"#))
    let exchange = try recording.exchanges.first.unwrapped
    #expect(exchange.response.headers.map(\.value) == ["Accept", "Accept-Language"])
    #expect(exchange.request.body == .text("q=a+b%26c"))
  }

  @Test("a file that is no archive, or has a body that cannot be read, is an error that names the file")
  func malformed() throws {
    let body = #"{"text":"!","encoding":"base64"}"#
    for text in ["{}", #"{"log":{"entries":[\#(entry("https://api.test/", status: 200, content: body))]}}"#] {
      let folder = try RecordingFolder()
      try Data(text.utf8).write(to: folder.file.url)
      let error = #expect(throws: RecordingFailure.self) { try Recording(har: folder.file) }
      #expect(error?.file == folder.file.url)
    }
  }

  private func read(_ entries: String) throws -> Recording {
    let folder = try RecordingFolder()
    try Data(#"{"log":{"version":"1.2","entries":[\#(entries)]}}"#.utf8).write(to: folder.file.url)
    return try Recording(har: folder.file)
  }

  private func entry(
    _ url: String, status: Int, text: String = "", fields: [(String, String)] = [], content: String? = nil,
    posted: String? = nil
  ) -> String {
    let headers = fields.map { #"{"name":"\#($0)","value":"\#($1)"}"# }.joined(separator: ",")
    return """
      {"request":{"method":"\(posted == nil ? "GET" : "POST")","url":"\(url)","headers":[]\
      \(posted.map { #","postData":\#($0)"# } ?? "")},\
      "response":{"status":\(status),"headers":[\(headers)],"content":\(content ?? #"{"text":"\#(text)"}"#)}}
      """
  }
}

private struct Item: Decodable, Equatable, Sendable {
  var id: Int
  var name: String
}

private struct Session: Decodable, Equatable, Sendable {
  var user: String
  var expires: Int
  var accessToken: String

  private enum CodingKeys: String, CodingKey {
    case user, expires
    case accessToken = "access_token"
  }
}
