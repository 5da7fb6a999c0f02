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
