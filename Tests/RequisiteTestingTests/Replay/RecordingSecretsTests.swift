import RequisiteTesting
import Testing

@Suite("Recordings keep no secret", .timeLimit(.minutes(1)))
struct RecordingSecretsTests {
  private let canary = "c4n4ry"

  private var request: TransportRequest {
    get throws {
      var request = try get(
        "https://ann:c4n4ry@api.test/a?api_key=c4n4ry&page=2&X-Sig-nature=x#access_token=c4n4ry")
      request.method = .post
      request.headers = [
        "Authorization": "Bearer c4n4ry", "Proxy-Authorization": "Basic c4n4ry", "Cookie": "sid=c4n4ry",
        "X-Api-Key": "c4n4ry", "X-Customer": "c4n4ry", "Accept": "*/*",
        "Referer": "https://bob:c4n4ry@x.test/?token=c4n4ry&b=1",
      ]
      request.options.redaction = .standard.hiding(["X-Customer"])
      return request
    }
  }

  private static let headers: HTTPHeaders = [
    "Set-Cookie": "sid=c4n4ry; HttpOnly", "Location": "/callback?code=1&access_token=c4n4ry#id_token=c4n4ry",
    "Link": "<https://a:c4n4ry@api.test/a?session_id=c4n4ry&page=3>; rel=\"next\"",
    "WWW-Authenticate": "Digest realm=\"x\", nonce=\"1\"", "X-Auth-Token": "c4n4ry",
  ]

  private func record(
    _ request: TransportRequest, _ canned: StubResponse, redacting redaction: Redaction = .standard
  ) async throws -> String {
    let folder = try RecordingFolder()
    let stub = StubTransport { On.any().respond(canned) }
    let transport = stub.replayed(from: folder.file, mode: .all, redacting: redaction)
    let response = try await transport.send(request)
    if case .stream(let stream) = response.body { _ = try await stream.collected(upTo: .max) }
    // And what has been left out does not stand in the way of replaying.
    var other = request
    other.headers[.authorization] = "Bearer another"
    let replayed = try await ReplayTransport(folder.file, redacting: redaction).send(
      redaction == .revealing ? request : other)
    #expect(replayed.status == response.status)
    return try folder.text
  }

  @Test(
    "header fields, user info, query items, members of JSON and of forms, links and fragments",
    .feature("F11"))
  func canaries() async throws {
    let json =
      #"{"password":"c4n4ry","user":{"accessToken":["c4n4ry"],"name":"Ann"},"iban":"c4n4ry","next":"https://a:c4n4ry@b.test/?sig=c4n4ry","n":1.50}"#
    let bodies: [HTTPBody] = [
      .data(Data(json.utf8), contentType: "application/json"),
      .data(Data(json.utf8), contentType: "text/plain"),
      .data(
        Data("password=c4n4ry&user=ann&client_secret=c4n4ry&iban=c4n4ry".utf8),
        contentType: "application/x-www-form-urlencoded"),
      .stream(BodyStream(ByteStream(Data(json.utf8))), contentType: "application/json"),
    ]
    for body in bodies {
      for delivery in [TransportRequest.Delivery.buffered, .streamed] {
        var request = try request
        request.body = body
        request.delivery = delivery
        if let type = body.contentType { request.headers[.contentType] = type }
        // A body that can be read but once cannot be sent for the replay as well.
        if case .stream = body.content {
          request.body = .stream(
            BodyStream(restarting: { ByteStream(Data(json.utf8)) }), contentType: "application/json")
        }
        let canned = StubResponse.data(
          Data(json.utf8), contentType: "application/problem+json", headers: Self.headers)
        let text = try await record(request, canned, redacting: .standard.hiding(["iban"]))
        #expect(!text.contains(canary), "\(text)")
        #expect(text.contains("Ann") || text.contains("ann"))
        #expect(text.contains("page=2") && text.contains("page=3"))
      }
    }
  }

  @Test("lines of JSON and events, whose text is not one document")
  func lines() async throws {
    let text =
      "data: {\"token\":\"c4n4ry\",\"id\":1}\n\ndata: see https://x.test/?api_key=c4n4ry&a=b for more\n\n"
    let recorded = try await record(try request, .text(text, contentType: "text/event-stream"))
    #expect(!recorded.contains(canary))
    #expect(recorded.contains("a=b for more"))
  }

  @Test("the boundary of a form, which is another one each time, is not recorded")
  func boundary() async throws {
    var request = try request
    request.body = try MultipartForm([.text("a", "1")]).encoded()
    request.headers[.contentType] = request.body.contentType
    let recorded = try await record(request, .status(204))
    #expect(recorded.contains("multipart/form-data") && !recorded.contains("boundary"))
  }

  @Test("multipart bodies are left out as a whole")
  func multipart() async throws {
    var request = try request
    let form = MultipartForm([.text("password", canary)])
    request.body = try form.encoded()
    request.headers[.contentType] = request.body.contentType
    let recorded = try await record(request, .status(204))
    #expect(!recorded.contains(canary))
    #expect(recorded.contains("a multipart body"))
  }

  @Test("what only the request's own redaction hides is left out of its query and of the response")
  func ownRedaction() async throws {
    var request = try get("https://api.test/a?iban=c4n4ry&page=2")
    let canned = StubResponse.data(Data(#"{"iban":"c4n4ry","n":1}"#.utf8), contentType: "application/json")
    let parts = try await record(request, canned).components(separatedBy: canary)
    #expect(parts.count == 3)
    request.options.redaction = .standard.hiding(["iban"])
    let text = try await record(request, canned)
    #expect(!text.contains(canary) && text.contains("page=2"))
  }

  @Test("a request whose redaction reveals secrets in its log is recorded without them")
  func revealingRequest() async throws {
    var request = try request
    request.options.redaction = .revealing
    request.headers["X-Customer"] = nil
    #expect(!(try await record(request, .status(204))).contains(canary))
  }

  @Test("secrets are recorded only if the settings of the recording say so")
  func revealing() async throws {
    let recorded = try await record(try request, .status(204), redacting: .revealing)
    #expect(recorded.contains("Authorization: Bearer \(canary)"))
  }

  @Test("the error for a request that was not recorded has no secret")
  func errors() async throws {
    let error = await #expect(throws: NetworkRequestError.self) {
      try await ReplayTransport(Recording([.init(request: .init(url: "https://x.test"), response: .init())]))
        .send(try request)
    }
    #expect(error?.kind == .unknownError)
    #expect(error?.description.contains(canary) == false)
  }

  @Test("hidden values keep their type, so that the response that is replayed can be decoded")
  func types() async throws {
    struct Login: Decodable { var token: Token, secret: Bool, password: String?, sortKey: String }
    struct Token: Decodable { var id: Int, scopes: [String] }
    let json = #"{"token":{"id":7,"scopes":["c4n4ry"]},"secret":true,"password":"c4n4ry","sortKey":"a"}"#
    let folder = try RecordingFolder()
    let stub = StubTransport { On.any().respond(.data(Data(json.utf8), contentType: "application/json")) }
    _ = try await stub.replayed(from: folder.file, mode: .all).send(try request)
    #expect(!(try folder.text.contains(canary)))
    let response = try await ReplayTransport(folder.file).send(try request)
    guard case .data(let data) = response.body else { throw CancellationError() }
    let login = try JSONCoding().decode(Login.self, from: data)
    #expect(login.token.id == 0 && login.token.scopes == ["<redacted>"] && login.sortKey == "a")
    #expect(!login.secret && login.password == "<redacted>")
  }

  @Test("parts of multipart responses, and JSON in another encoding")
  func otherForms() async throws {
    let wide = Data(#"{"password":"c4n4ry"}"#.utf8.flatMap { [$0, 0] })
    let form: MultipartForm = [
      .text("password", canary), .data("photo", Data([0xFF, 0]), fileName: "a.jpg"),
    ]
    let encoded = try form.encoded()
    guard case .data(let message) = encoded.content else { throw CancellationError() }
    for (data, type) in [(wide, "application/json"), (message, encoded.contentType ?? "")] {
      let text = try await record(try request, .data(data, contentType: type))
      #expect(!text.contains(canary) && !text.contains(data.base64EncodedString()))
    }
  }

  @Test("text that is not understood is recorded, without what looks like a credential")
  func otherText() async throws {
    let page = "<p>password: hunter2</p><a href=\"/x?token=c4n4ry\">ghp_c4n4ry7890abcdefghij</a>"
    let text = try await record(try request, .text(page, contentType: "text/html"))
    #expect(!text.contains(canary) && text.contains("hunter2"))
  }

  @Test("bytes without a secret are recorded as they are")
  func bytes() async throws {
    let image = Data((0...255).map(UInt8.init))
    let text = try await record(try request, .data(image, contentType: "image/png"))
    #expect(text.contains(image.base64EncodedString()))
  }
}
