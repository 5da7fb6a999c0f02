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
