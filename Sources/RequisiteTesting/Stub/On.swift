/// The requests that a stub answers: the left side of `On(.get, "/todos").respond(json: todos)`.
///
/// Without further conditions, only the method and the path pattern count. A request must meet all conditions that are
/// added.
public struct On: Sendable {
  let sourceLocation: String
  let summary: String
  private(set) var conditions: [Condition]

  /// Matches requests of a method to a path. See ``PathPattern`` for the placeholders of a path.
  public init(_ method: HTTPMethod, _ path: PathPattern, fileID: String = #fileID, line: Int = #line) {
    self.init("\(method) \(path)", "\(fileID):\(line)", [.method(method)] + Self.conditions(of: path))
  }

  /// Matches requests of a method to any path, as in `On(.delete).respond(status: 204)`.
  @_disfavoredOverload
  public init(_ method: HTTPMethod, fileID: String = #fileID, line: Int = #line) {
    self.init("\(method) of any path", "\(fileID):\(line)", [.method(method)])
  }

  /// Matches requests of any method to a path.
  public init(_ path: PathPattern, fileID: String = #fileID, line: Int = #line) {
    self.init("\(path)", "\(fileID):\(line)", Self.conditions(of: path))
  }

  /// Matches every request. Declare such a stub last, to answer what the others do not.
  public static func any(fileID: String = #fileID, line: Int = #line) -> On {
    On("any request", "\(fileID):\(line)", [])
  }

  private init(_ summary: String, _ sourceLocation: String, _ conditions: [Condition]) {
    (self.summary, self.sourceLocation, self.conditions) = (summary, sourceLocation, conditions)
  }

  private static func conditions(of path: PathPattern) -> [Condition] {
    (path.origin.map { [.origin($0)] } ?? []) + [.path(path)]
      + path.query.items.map { .query($0.name, $0.value) }
  }

  func adding(_ condition: Condition) -> On {
    copy(self) { $0.conditions.append(condition) }
  }
}

extension On {
  /// Requires a query item, with any value if `value` is nil.
  public func query(_ name: String, _ value: String? = nil) -> On {
    adding(.query(name, value))
  }

  /// Requires a header field, with any value if `value` is nil.
  public func header(_ name: HTTPHeaderName, _ value: String? = nil) -> On {
    adding(.header(name, value))
  }

  /// Requires a body that equals `value` as JSON. The order of members and the notation of numbers do not count.
  public func json(_ value: some Encodable, using encoder: any BodyEncoder = JSONCoding()) -> On {
    adding(.json(Result { try JSONValue(encoding: value, by: encoder) }))
  }

  /// Requires a body that equals a literal as JSON, as in `.json(["id": 7, "note": nil])`.
  @_disfavoredOverload
  public func json(_ value: JSONValue) -> On { json(value, using: JSONCoding()) }

  /// Requires a body that decodes from JSON to a value for which `holds` returns true.
  public func json<Value: Decodable & Sendable>(
    as type: Value.Type, where holds: @escaping @Sendable (Value) -> Bool
  ) -> On {
    adding(.predicate("the body is the expected \(type)") { holds(try $0.json(as: type)) })
  }

  /// Requires a body that equals the text, in UTF-8.
  public func text(_ text: String) -> On {
    adding(.text(text))
  }

  /// Requires a form field with this value in the body. Other fields are ignored.
  public func form(_ name: String, _ value: String) -> On {
    adding(.form(name, value))
  }

  /// Requires that the function returns true. `text` describes the condition, such as “the body is small”; the error for
  /// a request that does not meet it quotes them.
  public func `where`(
    _ text: String = "where",
    _ holds: @escaping @Sendable (RecordedRequest) throws -> Bool
  ) -> On {
    adding(.predicate(text, holds))
  }
}

extension On {
  /// Answers with these responses, in order. The last one is repeated without limit unless ``Stub/once()`` or
  /// ``Stub/times(_:)`` limits it.
  public func respond(_ first: StubResponse, _ others: StubResponse...) -> Stub {
    others.reduce(Stub(self) { _ in first }) { $0.then($1) }
  }

  /// Answers with a value as JSON, of type `application/json`. If the value cannot be encoded, the call fails.
  public func respond(
    status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), json value: some Encodable,
    using encoder: any BodyEncoder = JSONCoding()
  ) -> Stub {
    respond(.json(value, status: status, headers: headers, using: encoder))
  }

  /// Answers with JSON given as a literal, as in `.respond(json: ["id": 7, "tags": ["a", nil]])`.
  @_disfavoredOverload
  public func respond(status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), json value: JSONValue) -> Stub
  {
    respond(.json(value, status: status, headers: headers, using: JSONCoding()))
  }

  /// Answers with JSON given as text, as in `.respond(jsonText: #"{"id": 7}"#)`.
  public func respond(
    status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), jsonText text: String
  ) -> Stub {
    respond(.json(text: text, status: status, headers: headers))
  }

  /// Answers with server-sent events (`text/event-stream`).
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

  /// Answers with a status, header fields and an empty body.
  public func respond(status: Int, headers: HTTPHeaders = HTTPHeaders()) -> Stub {
    respond(.status(status, headers: headers))
  }

  /// Answers with the result of the function. If the function throws, the call fails with that error.
  public func respond(_ answer: @escaping @Sendable (RecordedRequest) async throws -> StubResponse) -> Stub {
    Stub(self, answer)
  }

  /// Fails the call with that code, as a transport does.
  public func fail(_ code: TransportFailure.Code) -> Stub {
    respond(.failure(code))
  }

  /// Fails the call with that error, which `NetworkRequestError.init(_:request:)` converts unless it is one already.
  public func fail(_ error: any Error) -> Stub {
    respond(.failure(error))
  }
}
