/// The requests that a ``StubTransport`` answers, and the responses to them: one line of its list.
///
/// ```swift
/// On(.get, "/todos").respond(json: todos)  // any number of times
/// // One time, then it is used up
/// On(.post, "/todos").respond(status: 201, json: created).once()
/// // Two failures, then success
/// On(.get, "/flaky").respond(status: 503).times(2).then(.json(todos))
/// // The same
/// On(.get, "/flaky").respond(.status(503), .status(503), .json(todos))
/// ```
public struct Stub: Sendable {
  typealias Answer = @Sendable (RecordedRequest) async throws -> StubResponse

  let on: On
  private var steps: [Step]
  private(set) var isOptional = false

  private struct Step: Sendable {
    let answer: Answer
    /// How often the answer is given; nil without a limit.
    var count: Int?
  }

  init(_ on: On, _ answer: @escaping Answer) {
    self.on = on
    steps = [Step(answer: answer, count: nil)]
  }

  /// Limits the last response to one time. Then the stub is used up, unless ``then(_:)-(StubResponse)`` follows.
  public func once() -> Stub { times(1) }

  /// Limits the last response to `count` times, at least one. Then the stub is used up, unless
  /// ``then(_:)-(StubResponse)`` follows.
  public func times(_ count: Int) -> Stub {
    var stub = self
    stub.steps[stub.steps.count - 1].count = max(1, count)
    return stub
  }

  /// Adds a response after the last one, which is given once unless ``times(_:)`` was called.
  public func then(_ response: StubResponse) -> Stub { then { _ in response } }

  /// Adds a response that the function makes from the request, after the last one.
  public func then(_ answer: @escaping @Sendable (RecordedRequest) async throws -> StubResponse) -> Stub {
    var stub = times(steps.last?.count ?? 1)
    stub.steps.append(Step(answer: answer, count: nil))
    return stub
  }

  /// Makes the stub optional: ``StubTransport/verify()`` does not report it if it is not used.
  public func optional() -> Stub {
    var stub = self
    stub.isOptional = true
    return stub
  }

  /// How often the stub can be used; nil without a limit.
  var limit: Int? {
    guard steps.last?.count != nil else { return nil }
    return steps.reduce(0) { $0.saturatingSum($1.count ?? 0) }
  }

  /// Returns the answer for the stub's use number `use`, counted from 0; nil if the stub is used up.
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
      guard let difference = condition.difference(request) else { return }
      result.texts.append(difference)
      result.distance += condition.weight
    }
  }
}

/// The differences between a request and the conditions of a stub.
struct Differences {
  var texts: [String] = []
  var distance = 0
}

extension Stub: CustomStringConvertible {
  /// The requests that the stub answers, and the source location of its declaration.
  public var description: String { "“\(on.summary)” (\(on.sourceLocation))" }
}

/// Collects the stubs of a ``StubTransport``, one per line, also from `if` and `for`.
@resultBuilder
public enum StubBuilder {
  /// Takes the stub of a line.
  public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
  /// Takes an array of stubs, such as stubs that several tests share.
  public static func buildExpression(_ stubs: [Stub]) -> [Stub] { stubs }
  /// Joins the stubs of all lines, in their order.
  public static func buildBlock(_ lines: [Stub]...) -> [Stub] { lines.flatMap(\.self) }
  /// Takes the stubs of an `if` without `else`; no stubs if its condition is false.
  public static func buildOptional(_ stubs: [Stub]?) -> [Stub] { stubs ?? [] }
  /// Takes the stubs of an `if` whose condition is true.
  public static func buildEither(first stubs: [Stub]) -> [Stub] { stubs }
  /// Takes the stubs of an `else`.
  public static func buildEither(second stubs: [Stub]) -> [Stub] { stubs }
  /// Joins the stubs of all passes of a `for` loop.
  public static func buildArray(_ rounds: [[Stub]]) -> [Stub] { rounds.flatMap(\.self) }
}
