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
      let response = try await scene.exchange(scene.request())
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
