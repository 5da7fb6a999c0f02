/// Requests, and the responses that they get: one line of a ``StubTransport``.
///
/// ```swift
/// On(.get, "/todos").respond(json: todos)                                    // as often as it is asked for
/// On(.post, "/todos").respond(status: 201, json: created).once()             // one time, then it is used up
/// On(.get, "/flaky").respond(status: 503).times(2).then(.json(todos))        // two failures, then success
/// On(.get, "/flaky").respond(.status(503), .status(503), .json(todos))       // the same
/// ```
public struct Stub: Sendable {
  typealias Answer = @Sendable (RecordedRequest) async throws -> StubResponse

  let on: On
  private var steps: [Step]
  private(set) var isOptional = false

  private struct Step: Sendable {
    let answer: Answer
    /// How often it is given; nil for as long as requests come.
    var count: Int?
  }

  init(_ on: On, _ answer: @escaping Answer) {
    self.on = on
    steps = [Step(answer: answer, count: nil)]
  }

  /// Gives the last response one time; then the stub is used up, unless ``then(_:)-(StubResponse)`` follows.
  public func once() -> Stub { times(1) }

  /// Gives the last response that many times; then the stub is used up, unless ``then(_:)-(StubResponse)`` follows.
  public func times(_ count: Int) -> Stub {
    var stub = self
    stub.steps[stub.steps.count - 1].count = max(1, count)
    return stub
  }

  /// Gives another response after the last one, which is given one time unless ``times(_:)`` said otherwise.
  public func then(_ response: StubResponse) -> Stub {
    var stub = times(steps.last?.count ?? 1)
    stub.steps.append(Step(answer: { _ in response }, count: nil))
    return stub
  }

  /// Gives a response made of the request after the last one.
  public func then(_ answer: @escaping @Sendable (RecordedRequest) async throws -> StubResponse) -> Stub {
    var stub = times(steps.last?.count ?? 1)
    stub.steps.append(Step(answer: answer, count: nil))
    return stub
  }

  /// Makes the stub optional: ``StubTransport/verify()`` accepts that it was not used.
  public func optional() -> Stub {
    var stub = self
    stub.isOptional = true
    return stub
  }

  /// How often the stub can be used; nil for as long as requests come.
  var limit: Int? {
    guard steps.last?.count != nil else { return nil }
    return steps.reduce(0) { $0 + ($1.count ?? 0) }
  }

  /// The answer to the request that is number `use` among those that the stub gets, from 0.
  func answer(_ use: Int) -> Answer? {
    var rest = use
    for step in steps {
      guard let count = step.count, rest >= count else { return step.answer }
      rest -= count
    }
    return nil
  }

  func differences(_ request: RecordedRequest) -> Differences {
    on.conditions.reduce(into: Differences()) { result, condition in
      guard let words = condition.difference(request) else { return }
      result.words.append(words)
      result.distance += condition.weight
    }
  }
}

/// What is different between a request and those that a stub answers.
struct Differences {
  var words: [String] = []
  var distance = 0
}

extension Stub: CustomStringConvertible {
  /// What the stub answers, and where it was declared.
  public var description: String { "“\(on.words)” (\(on.place))" }
}

/// Collects the stubs of a ``StubTransport``, one a line; `if` and `for` can stand among them.
@resultBuilder
public enum StubBuilder {
  /// Takes one stub of a line.
  public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
  /// Takes the stubs of an array, such as those that tests share.
  public static func buildExpression(_ stubs: [Stub]) -> [Stub] { stubs }
  /// Joins the stubs of all lines, in their order.
  public static func buildBlock(_ lines: [Stub]...) -> [Stub] { lines.flatMap(\.self) }
  /// Takes the stubs of an `if` without `else`; none if its condition is false.
  public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
  /// Takes the stubs of an `if` whose condition is true.
  public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
  /// Takes the stubs of an `else`.
  public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
  /// Joins the stubs of all rounds of a `for`.
  public static func buildArray(_ rounds: [[Stub]]) -> [Stub] { rounds.flatMap(\.self) }
}
