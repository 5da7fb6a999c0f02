extension TransportConformance {
  private static let began = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegan"

  private static let withTrailers =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
    + "4\r\ndata\r\n0\r\nX-Sum: 7\r\n\r\n"

  /// Checks of the form in which a transport delivers the body.
  static let deliveries: [Check] = [
    Check("a streamed response is delivered before its body ends", .stalling(after: began)) { scene in
      let response = try await scene.exchange(scene.request(delivery: .streamed))
      try scene.expect("the status", response.status, 200)
      var iterator = try response.stream().makeAsyncIterator()
      var text = Data()
      while text.count < 5, let chunk = try await iterator.next() { text.append(chunk) }
      try scene.expect("the start of the body", text, Data("began".utf8))
    },
    Check("a stream ends where the body ends", .ok) { scene in
      let stream = try await scene.exchange(scene.request(delivery: .streamed)).stream()
      try scene.expect("the body", try await stream.collected(upTo: 100), Data("ok".utf8))
    },
    Check("trailer fields of a streamed response are reported at its end", .answering(withTrailers)) {
      scene in
      let stream = try await scene.exchange(scene.request(delivery: .streamed)).stream()
      try scene.expect("the body", try await stream.collected(upTo: 100), Data("data".utf8))
      try scene.expect("X-Sum", stream.end?.trailers["X-Sum"], "7")
    },
    Check("the end of a streamed body is not reported early", .stalling(after: began)) { scene in
      let stream = try await scene.exchange(scene.request(delivery: .streamed)).stream()
      var iterator = stream.makeAsyncIterator()
      try scene.expect("a chunk arrives", try await iterator.next() != nil)
      try scene.expect("the end is not reported", stream.end == nil)
    },
    Check("trailer fields come with a response in memory and with a file", .answering(withTrailers)) {
      scene in
      for delivery in [TransportRequest.Delivery.buffered, .file(nil)] {
        let response = try await scene.exchange(scene.request(delivery: delivery))
        if case .file(let destination) = response.body { try FileManager.default.removeItem(at: destination) }
        try scene.expect("X-Sum", response.trailers["X-Sum"], "7")
      }
    },
    Check("a stream whose connection is lost ends with an error", .closing(after: began)) { scene in
      let stream = try await scene.exchange(scene.request(delivery: .streamed)).stream()
      let outcome = await Result.awaiting({ () async throws(NetworkRequestError) in
        try await stream.collected(upTo: 1000)
      })
      guard case .failure(let error) = outcome else {
        throw ConformanceFailure(description: "the stream ended as if the body were complete")
      }
      try scene.expect("the kind of the error", error.kind, .urlSessionFailed)
    },
  ]
}
