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
  public func json(_ value: some Encodable, using encoder: JSONEncoder = JSONEncoder()) -> On {
    adding(.json(Result { try JSONDocument(encoding: value, with: encoder) }))
  }

  /// Requires a body that decodes to a value for which something holds.
  public func json<Value: Decodable & Sendable>(
    as type: Value.Type, where holds: @escaping @Sendable (Value) -> Bool
  ) -> On {
    adding(.predicate("the body is the \(type) asked for") { holds(try $0.json(as: type)) })
  }

  /// Requires that text as the body.
  public func text(_ text: String) -> On {
    adding(.text(text))
  }

  /// Requires a field of a form in the body.
  public func form(_ name: String, _ value: String) -> On {
    adding(.form(name, value))
  }

  /// Requires whatever the function says; `words` finish the sentence “it is not so that …”.
  public func `where`(
    _ words: String = "the condition holds",
    _ holds: @escaping @Sendable (RecordedRequest) throws -> Bool
  ) -> On {
    adding(.predicate(words, holds))
  }
}
