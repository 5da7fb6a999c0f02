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
    _ name: String, _ holds: @escaping @Sendable (RecordedRequest) throws -> Bool
  ) -> Condition {
    Condition { request in
      do { return try holds(request) ? nil : "the condition “\(name)” is not met" } catch {
        return "the condition “\(name)” threw \(error)"
      }
    }
  }
}

extension RecordedRequest {
  fileprivate var redaction: Redaction { request.options.redaction }

  fileprivate func hides(_ name: String) -> Bool { redaction.hidesValue(of: name) }

  /// The start of a body for a message, without secrets.
  fileprivate func printed(_ text: String) -> String { start(of: Data(text.utf8)) }
}

/// The URLs that a stub answers: a path, with placeholders.
///
/// | pattern | answers |
/// | --- | --- |
/// | `"/todos/1"` | that path |
/// | `"/todos/:id"`, `"/todos/*"` | one segment of any text |
/// | `"/files/**"` | any number of segments, including zero |
/// | `"/todos?done=true"` | that path, if the query has that item; other items are ignored |
/// | `"https://api.example.com/todos"` | that path at that origin only |
///
/// The whole path is compared, from the slash after the host on, including the base path of the client. It is compared
/// unescaped: write a space as a space.
public struct PathPattern: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The pattern as it was written.
  public let description: String
  let origin: Origin?
  let query: QueryParams
  private let segments: [Substring]

  /// Any path at any origin.
  public static let any = PathPattern("/**")

  /// Parses a pattern. This cannot fail: text without placeholders matches itself.
  public init(_ text: String) {
    description = text
    // Splits bytes, not characters: an ASCII character and a combining mark after it are one Character, but two in a
    // URL.
    let sides = text.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    query = QueryParams(encoded: sides.count > 1 ? String(Substring(sides[1])) : "")
    guard let scheme = sides[0].firstRange(of: "://".utf8) else {
      (origin, segments) = (nil, Self.segments(of: Substring(sides[0])))
      return
    }
    let path = sides[0][scheme.upperBound...].firstIndex(of: UInt8(ascii: "/")) ?? sides[0].endIndex
    origin = URL(string: String(Substring(sides[0][..<path]))).map(Origin.init)
    segments = Self.segments(of: Substring(sides[0][path...]))
  }

  /// Parses a pattern from a string literal.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// True if the pattern matches the path of the URL. Origin and query are separate conditions.
  func matchesPath(of url: URL) -> Bool {
    let path = url.path(percentEncoded: true)
    let found = Self.segments(of: path[...]).map { PercentEncoding.decoded($0.utf8, plusIsSpace: false) }
    return Self.matches(segments[...], found[...])
  }

  private static func segments(of path: Substring) -> [Substring] {
    path.utf8.drop { $0 == UInt8(ascii: "/") }
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  private static func matches(_ pattern: ArraySlice<Substring>, _ path: ArraySlice<String>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" {
      return (path.startIndex...path.endIndex).contains { matches(pattern.dropFirst(), path[$0...]) }
    }
    guard let segment = path.first,
      first == "*" || first.utf8.first == UInt8(ascii: ":")
        || first.utf8.elementsEqual(segment.utf8)
    else {
      return false
    }
    return matches(pattern.dropFirst(), path.dropFirst())
  }
}
