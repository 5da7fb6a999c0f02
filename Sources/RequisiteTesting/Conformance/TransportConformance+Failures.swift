extension TransportConformance {
  /// Checks of how a transport fails, and which error it throws.
  static let failures: [Check] = [
    Check("a connection that is refused is a failure to connect", .ok) { scene in
      scene.server.stop()
      let error = try await scene.failure(of: scene.request())
      try scene.expect("the code", error.code, .cannotConnectToHost)
      try scene.expect("the request is named", error.request?.url == (try scene.request().url))
    },
    Check("a connection closed without a response is a failure", .closing(after: "")) { scene in
      try scene.expect("the kind", try await scene.failure(of: scene.request()).kind, .urlSessionFailed)
    },
    Check(
      "a body that ends early is a failure",
      .closing(after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel")
    ) {
      scene in
      try scene.expect("the kind", try await scene.failure(of: scene.request()).kind, .urlSessionFailed)
    },
    Check("a response that is not HTTP is a failure", .closing(after: "220 smtp.example.com ready\r\n\r\n")) {
      scene in
      try scene.expect("the kind", try await scene.failure(of: scene.request()).kind, .urlSessionFailed)
    },
    Check("a body in memory past the limit is refused", .ok) { scene in
      var request = try scene.request()
      request.options.maximumBodySize = 1
      try scene.expect("the kind", try await scene.failure(of: request).kind, .bodyTooLarge)
    },
    Check("a cancelled task ends the exchange", .stalling(after: "")) { scene in
      let request = try scene.request()
      let isOver = Locked(false)
      let call = Task {
        defer { isOver.withLock { $0 = true } }
        return try await scene.failure(of: request)
      }
      while scene.server.received.isEmpty, !isOver.withLock({ $0 }) {
        try Task.checkCancellation()
        await Task.yield()
      }
      call.cancel()
      try scene.expect("the kind", try await call.value.kind, .cancelled)
    },
    Check("a task that was cancelled before sends nothing", .ok) { scene in
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await scene.failure(of: scene.request())
      }
      try scene.expect("the kind", try await call.value.kind, .cancelled)
      try await scene.expectOnlyOneMore()
    },
  ]

  /// A chunked body that is cut, at each offset where a transport could take it for complete.
  static let cuts: [Check] = [
    ("in a chunk", "5\r\nhel"), ("at the end of a chunk", "5\r\nhello"), ("after a chunk", "5\r\nhello\r\n"),
    ("in the last chunk", "5\r\nhello\r\n0\r\n"),
  ].map { place, body in
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    return Check("a chunked body that is cut \(place) is a failure", .closing(after: head + body)) { scene in
      try scene.expect("the kind", try await scene.failure(of: scene.request()).kind, .urlSessionFailed)
    }
  }
}

extension NetworkRequestError {
  fileprivate var code: TransportFailure.Code? {
    guard case .urlSessionFailed(let failure) = self else { return nil }
    return failure.code
  }
}
