/// One condition that a stub sets for requests.
struct Condition: Sendable {
  /// Describes how a request differs, as a sentence; returns nil if it meets the condition.
  let difference: @Sendable (RecordedRequest) -> String?
  /// The distance that an unmet condition adds between request and stub. A different path counts most.
  let weight: Int

  init(weight: Int = 1, _ difference: @escaping @Sendable (RecordedRequest) -> String?) {
    self.difference = difference
    self.weight = weight
  }

  static func method(_ method: HTTPMethod) -> Condition {
    Condition(weight: 2) { $0.method == method ? nil : "the method is \($0.method), not \(method)" }
  }

  static func path(_ pattern: PathPattern) -> Condition {
    Condition(weight: 4) { request in
      let path = request.url.path(percentEncoded: false)
      return pattern.matchesPath(of: request.url) ? nil : "the path is “\(path)”, not “\(pattern)”"
    }
  }

  static func origin(_ origin: Origin) -> Condition {
    Condition(weight: 2) { request in
      let found = Origin(request.url)
      return found == origin ? nil : "the origin is \(found), not \(origin)"
    }
  }

  static func query(_ name: String, _ value: String?) -> Condition {
    Condition { request in
      let items = request.query.items.filter { $0.name == name }
      guard !items.isEmpty else { return "the query has no “\(name)”" }
      guard let value, !items.contains(where: { $0.value == value }) else { return nil }
      guard !request.hides(name) else { return "“\(name)” in the query has another (secret) value" }
      let found = items.map { $0.value ?? "" }.joined(separator: "”, “")
      return "“\(name)” in the query is “\(found)”, not “\(value)”"
    }
  }

  static func header(_ name: HTTPHeaderName, _ value: String?) -> Condition {
    Condition { request in
      let values = request.headers.values(for: name)
      guard !values.isEmpty else { return "there is no header \(name)" }
      guard let value, !values.contains(value), request.headers[name] != value else { return nil }
      guard !request.redaction.hides(name) else {
        return "the header \(name) has another (secret) value"
      }
      return "the header \(name) is “\(request.headers[name] ?? "")”, not “\(value)”"
    }
  }

  static func json(_ wanted: Result<JSONValue, any Error>) -> Condition {
    Condition { request in
      do {
        let found = try JSONValue(json: request.body)
        return try wanted.get().difference(to: found, hiding: request.hides)
          .map { "the JSON of the body differs: \(request.redaction.text($0))" }
      } catch {
        return "the body cannot be compared as JSON: \(error)"
      }
    }
  }

  static func text(_ wanted: String) -> Condition {
    Condition { request in
      guard request.text != wanted else { return nil }
      return "the body is “\(request.printed(request.text))”, not “\(request.printed(wanted))”"
    }
  }

  static func form(_ name: String, _ value: String) -> Condition {
    Condition { request in
      let found = request.form.values(for: name)
      if !found.contains(value), request.hides(name) {
        return "the field “\(name)” of the form has another (secret) value"
      }
      return found.contains(value)
        ? nil : "the field “\(name)” of the form is “\(found.joined(separator: "”, “"))”, not “\(value)”"
    }
  }

  static func predicate(
    _ words: String, _ holds: @escaping @Sendable (RecordedRequest) throws -> Bool
  ) -> Condition {
    Condition { request in
      do { return try holds(request) ? nil : "the condition “\(words)” is not met" } catch {
        return "the condition “\(words)” threw \(error)"
      }
    }
  }
}

extension RecordedRequest {
  fileprivate var redaction: Redaction { request.options.redaction }

  fileprivate func hides(_ name: String) -> Bool { redaction.hidesValue(of: name) }

  /// The start of a body for a message, without secrets.
  fileprivate func printed(_ text: String) -> String {
    redaction.body(
      Data(text.utf8), as: request.headers[.contentType].flatMap(MediaType.received), limit: 1_000)
  }
}
