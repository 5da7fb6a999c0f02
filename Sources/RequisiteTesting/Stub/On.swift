/// Which requests a stub answers: the left side of `On(.get, "/todos").respond(json: todos)`.
///
/// Without further conditions, header fields, query and body are of no interest. Each condition is one more thing
/// that must hold.
public struct On: Sendable {
  let place: String
  let words: String
  private(set) var conditions: [Condition]

  /// Requests of a method to a path. See ``PathPattern`` for what a path can leave open.
  public init(_ method: HTTPMethod, _ path: PathPattern, fileID: String = #fileID, line: Int = #line) {
    self.init("\(method) \(path)", "\(fileID):\(line)", [.method(method)] + Self.conditions(of: path))
  }

  /// Requests of any method to a path.
  public init(_ path: PathPattern, fileID: String = #fileID, line: Int = #line) {
    self.init("\(path)", "\(fileID):\(line)", Self.conditions(of: path))
  }

  /// A condition that every request meets; use it last, as what answers all others.
  public static func any(fileID: String = #fileID, line: Int = #line) -> On {
    On("any request", "\(fileID):\(line)", [])
  }

  private init(_ words: String, _ place: String, _ conditions: [Condition]) {
    (self.words, self.place, self.conditions) = (words, place, conditions)
  }

  private static func conditions(of path: PathPattern) -> [Condition] {
    (path.origin.map { [.origin($0)] } ?? []) + [.path(path)]
      + path.query.items.map { .query($0.name, $0.value) }
  }

  func adding(_ condition: Condition) -> On {
    var result = self
    result.conditions.append(condition)
    return result
  }
}

extension On {
  /// Requires an item of the query; of any value where none is given.
  public func query(_ name: String, _ value: String? = nil) -> On {
    adding(.query(name, value))
  }

  /// Requires a header field; of any value where none is given.
  public func header(_ name: HTTPHeaderName, _ value: String? = nil) -> On {
    adding(.header(name, value))
  }

  /// Requires a body that says the same as `value` does as JSON; the order of members and the way numbers are
  /// written do not count.
  public func json(_ value: some Encodable, using encoder: any BodyEncoder = JSONCoding()) -> On {
    adding(.json(Result { try JSONDocument(encoding: value, with: encoder) }))
  }

  /// Requires a body that decodes to a value for which something holds.
  public func json<Value: Decodable & Sendable>(
    as type: Value.Type, where holds: @escaping @Sendable (Value) -> Bool
  ) -> On {
    adding(.predicate("the body is the expected \(type)") { holds(try $0.json(as: type)) })
  }

  /// Requires that text as the body.
  public func text(_ text: String) -> On {
    adding(.text(text))
  }

  /// Requires a field of a form in the body.
  public func form(_ name: String, _ value: String) -> On {
    adding(.form(name, value))
  }

  /// Requires that the function returns true; `words` finish the sentence “it is not so that …”.
  public func `where`(
    _ words: String = "the condition holds",
    _ holds: @escaping @Sendable (RecordedRequest) throws -> Bool
  ) -> On {
    adding(.predicate(words, holds))
  }
}

extension On {
  /// Answers with these responses in their order; the last is given again for as long as requests come, unless
  /// ``Stub/once()`` or ``Stub/times(_:)`` says otherwise.
  public func respond(_ first: StubResponse, _ others: StubResponse...) -> Stub {
    others.reduce(Stub(self) { _ in first }) { $0.then($1) }
  }

  /// Answers with a value as JSON.
  public func respond(
    status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), json value: some Encodable,
    using encoder: any BodyEncoder = JSONCoding()
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
  public func fail(_ code: TransportFailure.Code) -> Stub {
    respond(.failure(code))
  }

  /// Fails with that error.
  public func fail(_ error: any Error) -> Stub {
    respond(.failure(error))
  }
}
