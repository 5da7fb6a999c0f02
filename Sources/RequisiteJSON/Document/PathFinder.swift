/// Finds the coding path of a node by walking the tape from its top. Only errors and `codingPath` need one.
///
/// Remembers where the last walk ended: the paths of all nodes, read in the document's order, take time in proportion to
/// the document.
struct PathFinder {
  private struct Step {
    let container: Int
    /// The index of an element, or of a member's key.
    var member: Int
    var ordinal = 0

    init(into container: Int) {
      self.container = container
      member = container + 2
    }
  }

  private var steps: [Step] = []

  mutating func path(to target: Int, in document: Document) -> [any CodingKey] {
    guard target > 0 else { return [] }
    while let last = steps.last, !(last.container < target && target < document.limit(of: last.container)) {
      steps.removeLast()
    }
    if let last = steps.last, target < last.member { steps[steps.count - 1] = Step(into: last.container) }
    if steps.isEmpty { steps.append(Step(into: 0)) }
    while let value = enter(target, in: document), value != target {
      steps.append(Step(into: value))
    }
    var path: [any CodingKey] = []
    for step in steps { path.append(key(of: step, after: path, in: document)) }
    return path
  }

  /// Moves the last step to the member that holds the target. Returns the index of that member's value, or the target
  /// if it is the member's key.
  private mutating func enter(_ target: Int, in document: Document) -> Int? {
    guard var step = steps.popLast() else { return nil }
    defer { steps.append(step) }
    let isObject = document[step.container].kind == Node.Kind.object
    let limit = document.limit(of: step.container)
    while step.member < limit {
      let value = isObject ? document.after(step.member) : step.member
      let next = document.after(value)
      if target < next { return max(target, value) == target && document[value].isContainer ? value : target }
      step.member = next
      step.ordinal += 1
    }
    return nil
  }

  private func key(of step: Step, after path: [any CodingKey], in document: Document) -> any CodingKey {
    let container = document[step.container]
    guard container.kind == Node.Kind.object else { return JSONKey(index: step.ordinal) }
    let name = (try? document.resolvedString(at: step.member)) ?? ""
    guard !container.has(Node.isDictionary) else { return JSONKey(name) }
    return JSONKey(document.coding.keys.decoded(name, at: { path }, known: &document.convertedKeys))
  }
}

/// A key or an index in a coding path.
package enum JSONKey: CodingKey {
  case name(String)
  case index(Int)

  package init(_ name: String) { self = .name(name) }
  package init(index: Int) { self = .index(index) }
  package init(stringValue: String) { self = .name(stringValue) }
  package init(intValue: Int) { self = .index(intValue) }

  package var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): "Index \(index)"
    }
  }

  package var intValue: Int? {
    if case .index(let index) = self { index } else { nil }
  }

  package static let `super` = JSONKey.name("super")
}
