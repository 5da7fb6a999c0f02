extension TransportConformance {
  private static let unknownLength = HTTPBody.stream(
    BodyStream(restarting: { ByteStream(Data("data".utf8)) }))

  /// Checks of the bytes that a transport sends.
  static let requests: [Check] = [
    Check("method, target, header fields and body reach the server as they are", .ok) { scene in
      let headers: HTTPHeaders = ["X-Question": "a, b; c=\"d\"", .contentType: "application/json"]
      try await scene.exchange(
        scene.request("/a%2Fb?c=d%20e&c=f", method: .patch, headers: headers, body: .text("{}")))
      let received = try scene.received()
      try scene.expect("the method", received.method, "PATCH")
      try scene.expect("the target", received.target, "/a%2Fb?c=d%20e&c=f")
      try scene.expect("X-Question", received.headers["X-Question"], "a, b; c=\"d\"")
      try scene.expect("Content-Type", received.headers[.contentType], "application/json")
      try scene.expect("Content-Length", received.headers[.contentLength], "2")
      try scene.expect("the body", received.body, Data("{}".utf8))
    },
    Check("a header field that is repeated arrives with all of its values, in order", .ok) { scene in
      try await scene.exchange(scene.request(headers: [HTTPHeader("X-A", "1"), HTTPHeader("X-A", "2")]))
      let value = try scene.received().headers["X-A"]?.filter { $0 != " " }
      try scene.expect("X-A", value, "1,2")
    },
    Check("a request without a body announces none", .ok) { scene in
      try await scene.exchange(scene.request())
      let headers = try scene.received().headers
      try scene.expect("there is no Content-Length", !headers.contains(.contentLength))
      try scene.expect("there is no Transfer-Encoding", !headers.contains(.transferEncoding))
      try scene.expect("there is no Content-Type", !headers.contains(.contentType))
    },
    Check("the media type of a body is announced, also if no header field has it", .ok) { scene in
      try await scene.exchange(scene.request(method: .post, body: .text("a")))
      try await scene.exchange(
        scene.request(
          method: .put,
          body: .stream(
            BodyStream(length: 1, restarting: { ByteStream(Data("a".utf8)) }), contentType: "image/png")))
      let types = scene.server.received.map { $0.headers[.contentType] }
      try scene.expect("Content-Type", types, ["text/plain; charset=utf-8", "image/png"])
    },
    Check("a body without a media type is announced as none", .ok) { scene in
      for method in [HTTPMethod.post, .put, .patch] {
        try await scene.exchange(
          scene.request(method: method, body: .data(Data("a=b".utf8), contentType: nil)))
      }
      try await scene.exchange(scene.request(method: .post))
      try scene.expect("the number of requests", scene.server.received.count, 4)
      let types = scene.server.received.compactMap { $0.headers[.contentType] }
      try scene.expect("the values of Content-Type", types, [])
    },
    Check("an empty body of a POST is announced as empty", .ok) { scene in
      try await scene.exchange(scene.request(method: .post, body: .data(Data())))
      try scene.expect("Content-Length", try scene.received().headers[.contentLength], "0")
    },
    Check("a body from a file is sent whole, its length announced", .ok) { scene in
      let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try bytes.write(to: file)
      defer { do { try FileManager.default.removeItem(at: file) } catch {} }
      let body = HTTPBody.file(file)
      try await scene.exchange(scene.request(method: .put, body: body))
      try scene.expect("Content-Length", try scene.received().headers[.contentLength], "200000")
      try scene.expect("the body is the file's", try scene.received().body == bytes)
    },
    Check("a body from a stream of known length is sent whole, its length announced", .ok) { scene in
      let stream = BodyStream(length: 4, restarting: { ByteStream(Data("data".utf8)) })
      try await scene.exchange(scene.request(method: .put, body: .stream(stream)))
      try scene.expect("Content-Length", try scene.received().headers[.contentLength], "4")
      try scene.expect("the body", try scene.received().body, Data("data".utf8))
    },
    Check("a body from a stream of unknown length is sent whole", .ok) { scene in
      try await scene.exchange(scene.request(method: .put, body: unknownLength))
      try scene.expect("the body", try scene.received().body, Data("data".utf8))
    },
    Check("a body from a stream of unknown length is sent in chunks", .ok) { scene in
      try await scene.exchange(scene.request(method: .put, body: unknownLength))
      try scene.expect("there is no Content-Length", try !scene.received().headers.contains(.contentLength))
    },
    Check(
      "cookies are not kept", .answering("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n")
    ) {
      scene in
      try await scene.exchange(scene.request())
      try await scene.exchange(scene.request())
      try scene.expect("the number of requests", scene.server.received.count, 2)
      try scene.expect("no Cookie was sent", !scene.server.received.contains { $0.headers.contains(.cookie) })
    },
  ]
}

extension TransportConformance {
  private static let challenge =
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno"
  private static let fields =
    "HTTP/1.1 299 Odd\r\nSet-Cookie: a=1\r\nx-case: A  b \r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nok"
  private static let redirect = "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 2\r\n\r\nno"
  private static let compressed =
    Data("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 29\r\n\r\n".utf8)
    + Data([
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 0, 159, 161, 202, 9, 19,
      0,
      0, 0,
    ])

  /// Checks of how a transport turns a server's bytes into a response.
  static let responses: [Check] = [
    Check("status, header fields, body and URL are returned", .answering(fields)) {
      scene in
      let request = try scene.request()
      let response = try await scene.exchange(request)
      try scene.expect("the status", response.status, 299)
      try scene.expect("X-Case", response.headers["X-Case"], "A  b")
      try scene.expect("the body", try response.memory(), Data("ok".utf8))
      try scene.expect("the URL", response.url, request.url)
    },
    Check("each Set-Cookie field is returned separately", .answering(fields)) { scene in
      let headers = try await scene.exchange(scene.request()).headers
      try scene.expect("the values of Set-Cookie", headers.values(for: .setCookie), ["a=1", "b=2"])
    },
    Check("a 404 is a response", .answering("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno")) {
      scene in
      let response = try await scene.exchange(scene.request())
      try scene.expect("the status", response.status, 404)
      try scene.expect("the body", try response.memory(), Data("no".utf8))
    },
    Check("a redirect is a response and is not followed", .answering(redirect)) { scene in
      let response = try await scene.transport.exchange(scene.request())
      try scene.expect("the status", response.status, 302)
      try scene.expect("Location", response.headers[.location], "/other")
      try scene.expect("the number of requests", scene.server.received.count, 1)
    },
    Check("a 401 with a challenge is a response", .answering(challenge)) { scene in
      let response = try await scene.exchange(scene.request())
      try scene.expect("the status", response.status, 401)
      try scene.expect("the body", try response.memory(), Data("no".utf8))
    },
    Check("a 204 has an empty body", .answering("HTTP/1.1 204 No Content\r\n\r\n")) { scene in
      let response = try await scene.exchange(scene.request())
      try scene.expect("the status", response.status, 204)
      try scene.expect("the body", try response.memory(), Data())
    },
    Check(
      "the body announced by a response to HEAD is not waited for",
      .answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
    ) {
      scene in
      let response = try await scene.exchange(scene.request(method: .head))
      try scene.expect("Content-Length", response.headers[.contentLength], "9")
      try scene.expect("the body", try response.memory(), Data())
    },
    Check(
      "chunks are put together",
      .answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nda\r\n2;x=y\r\nta\r\n0\r\n\r\n")
    ) { scene in
      try scene.expect("the body", try await scene.exchange(scene.request()).memory(), Data("data".utf8))
    },
    Check("a body without a length ends with the connection", .closing(after: "HTTP/1.1 200 OK\r\n\r\ndata"))
    {
      scene in
      try scene.expect("the body", try await scene.exchange(scene.request()).memory(), Data("data".utf8))
    },
    Check("a compressed body comes decompressed", .answering(compressed)) { scene in
      let body = try await scene.exchange(scene.request()).memory()
      try scene.expect("the body", String(decoding: body, as: UTF8.self), "hello, hello, hello")
    },
    Check(
      "interim responses are skipped",
      .answering(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    ) { scene in
      let response = try await scene.exchange(scene.request())
      try scene.expect("the status", response.status, 200)
      try scene.expect("the body", try response.memory(), Data("ok".utf8))
    },
  ]
}
