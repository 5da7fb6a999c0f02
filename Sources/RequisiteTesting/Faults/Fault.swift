/// A fault, and the calls that it applies to, for `Transport.faults(_:seed:clock:)`.
///
/// ```swift
/// let flaky = stub.faults(
///   .fail(.networkConnectionLost).calls(1, 2),   // two failures, then success
///   .status(503).fraction(0.1),                  // every tenth call, chosen by a seed
///   .delay(.seconds(2)).every(5)                 // by a clock that the test moves
/// )
/// ```
/// Without a rule, the fault applies to every call. Several rules must all hold.
public struct Fault: Sendable {
  /// What happens to a call that the fault applies to.
  enum Effect: Sendable {
    /// Before the request is sent.
    case wait(Duration)
    case timeout
    case fail(@Sendable (TransportRequest) -> NetworkRequestError)
    case respond(StubResponse)
    /// When the response has come.
    case lose(URLError.Code)
    case cut(after: Int, URLError.Code)
    case corrupt
    case slow(chunk: Int, every: Duration)
  }

  /// The facts of a call that a rule sees.
  struct Call {
    /// Which one it is, from 1.
    let number: Int
    let request: TransportRequest
    /// A number from 0 to 1, random for each call and fault, and the same for the same seed.
    let chance: Double
  }

  typealias Rule = @Sendable (Call) -> Bool

  let effect: Effect
  /// The fault in words.
  public let description: String
  private var rules: [Rule] = []

  init(_ effect: Effect, _ description: String) {
    (self.effect, self.description) = (effect, description)
  }

  func applies(to call: Call) -> Bool {
    rules.allSatisfy { $0(call) }
  }

  func ruled(by rule: @escaping Rule) -> Fault {
    var fault = self
    fault.rules.append(rule)
    return fault
  }
}

extension Fault: CustomStringConvertible {}
