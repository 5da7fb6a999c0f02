extension On {
  /// Answers with these responses in their order; the last is given again for as long as requests come, unless
  /// ``Stub/once()`` or ``Stub/times(_:)`` says otherwise.
  public func respond(_ first: StubResponse, _ others: StubResponse...) -> Stub {
    others.reduce(Stub(self) { _ in first }) { $0.then($1) }
  }

  /// Answers with a value as JSON.
  public func respond(
    status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), json value: some Encodable,
    using encoder: JSONEncoder = JSONEncoder()
  ) -> Stub {
    respond(.json(value, status: status, headers: headers, using: encoder))
  }

  /// Answers with JSON that is written out, as in `.respond(jsonText: #"{"id": 7}"#)`.
  public func respond(
    status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), jsonText text: String
  ) -> Stub {
    respond(.json(text: text, status: status, headers: headers))
  }

  /// Answers with events of a server (`text/event-stream`).
  public func respond(events: [ServerSentEvent]) -> Stub {
    respond(.events(events))
  }

  /// Answers with text, as `text/plain; charset=utf-8` unless `headers` has another type.
  public func respond(status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), text: String) -> Stub {
    respond(.text(text, status: status, headers: headers))
  }

  /// Answers with bytes, without a `Content-Type` unless `headers` has one.
  public func respond(status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), data: Data) -> Stub {
    respond(.data(data, status: status, headers: headers))
  }

  /// Answers with a status and an empty body.
  public func respond(status: Int, headers: HTTPHeaders = HTTPHeaders()) -> Stub {
    respond(.status(status, headers: headers))
  }

  /// Answers with the result of the function. An error that it throws fails the call.
  public func respond(_ answer: @escaping @Sendable (RecordedRequest) async throws -> StubResponse) -> Stub {
    Stub(self, answer)
  }

  /// Fails as URLSession does, with that code.
  public func fail(_ code: URLError.Code) -> Stub {
    respond(.failure(code))
  }

  /// Fails with that error.
  public func fail(_ error: any Error) -> Stub {
    respond(.failure(error))
  }
}
