extension On {
  /// Answers with these replies in their order; the last is given again for as long as requests come, unless
  /// ``Stub/once()`` or ``Stub/times(_:)`` says otherwise.
  public func reply(_ first: Reply, _ others: Reply...) -> Stub {
    others.reduce(Stub(self) { _ in first }) { $0.then($1) }
  }

  /// Answers with a value as JSON.
  public func reply(
    status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), json value: some Encodable,
    using encoder: JSONEncoder = JSONEncoder()
  ) -> Stub {
    reply(.json(value, status: status, headers: headers, using: encoder))
  }

  /// Answers with text.
  public func reply(status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), text: String) -> Stub {
    reply(.text(text, status: status, headers: headers))
  }

  /// Answers with bytes.
  public func reply(status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), data: Data) -> Stub {
    reply(.data(data, status: status, headers: headers))
  }

  /// Answers with a status and an empty body.
  public func reply(status: Int, headers: HTTPHeaders = HTTPHeaders()) -> Stub {
    reply(.status(status, headers: headers))
  }

  /// Answers with what the function makes of the request. What it throws fails the call.
  public func reply(_ answer: @escaping @Sendable (RecordedRequest) async throws -> Reply) -> Stub {
    Stub(self, answer)
  }

  /// Fails as URLSession does, with that code.
  public func fail(_ code: URLError.Code) -> Stub {
    reply(.failure(code))
  }

  /// Fails with that error.
  public func fail(_ error: any Error) -> Stub {
    reply(.failure(error))
  }
}
