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
    case lose(TransportFailure.Code)
    case cut(after: Int, TransportFailure.Code)
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

// Before anything is sent: the transport below is not asked.
extension Fault {
  /// The call fails as a transport fails, with that code: `NetworkRequestError.urlSessionFailed`. Nothing is sent.
  public static func fail(_ code: TransportFailure.Code) -> Fault {
    Fault(.fail { .injected(code, $0) }, "fails with \(code)")
  }

  /// The call fails with that error. Nothing is sent. An error of another type than the library's becomes the case that
  /// it belongs to, as by `NetworkRequestError.init(_:request:)`.
  public static func fail(_ error: any Error) -> Fault {
    Fault(.fail { NetworkRequestError(error, request: $0) }, "fails with \(error)")
  }

  /// The server is silent: the call fails with `.timedOut` when the request's `timeout` has passed by the clock, and
  /// waits to be cancelled if the request has no timeout. Nothing is sent.
  public static let timeout = Fault(.timeout, "is silent for its timeout")

  /// The call waits to be cancelled, as by a deadline. Nothing is sent.
  public static let hang = Fault(.respond(.never), "hangs")

  /// The call is answered with that status and an empty body. Nothing is sent.
  public static func status(_ status: Int, headers: HTTPHeaders = HTTPHeaders()) -> Fault {
    Fault(.respond(.status(status, headers: headers)), "is answered \(status)")
  }

  /// The call is answered with that response. Nothing is sent.
  public static func respond(_ response: StubResponse) -> Fault {
    Fault(.respond(response), "is answered otherwise")
  }

  /// The call waits for that long by the clock, and goes on.
  public static func delay(_ duration: Duration) -> Fault {
    Fault(.wait(duration), "waits \(duration)")
  }
}

// When the response has come: the server has seen the request.
extension Fault {
  /// The server receives the request and the response is lost: a retry repeats what the server has done already.
  public static func loseResponse(_ code: TransportFailure.Code = .networkConnectionLost) -> Fault {
    Fault(.lose(code), "loses its response, with \(code)")
  }

  /// The body ends in an error after that many bytes. A shorter one is left alone. A streamed response is there before; one
  /// in memory or in a file fails as a whole, and leaves no file.
  public static func cut(
    after count: Int, failing code: TransportFailure.Code = .networkConnectionLost
  ) -> Fault {
    Fault(.cut(after: max(0, count), code), "loses its connection after \(count) bytes of the body")
  }

  /// One byte of the body is another one, at a random place (of a stream: of its first chunk).
  public static let corrupt = Fault(.corrupt, "gets a wrong byte")

  /// The body comes in chunks of that many bytes, so long apart by the clock; one in memory or in a file comes as late as
  /// the last of them.
  public static func slow(chunk count: Int, every interval: Duration) -> Fault {
    Fault(.slow(chunk: max(1, count), every: interval), "gets \(count) bytes every \(interval)")
  }
}

extension NetworkRequestError {
  /// The failure of a transport, with words that say it was injected.
  static func injected(_ code: TransportFailure.Code, _ request: TransportRequest) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(code, "an injected fault (\(code))", request: request))
  }
}

extension Fault {
  /// With these calls alone, counted from 1 in the order in which they come.
  public func calls(_ numbers: Int...) -> Fault {
    ruled { numbers.contains($0.number) }
  }

  /// With calls of these numbers alone, as in `.calls(1...3)` or `.calls(10...)`.
  public func calls(_ numbers: some RangeExpression<Int> & Sendable) -> Fault {
    ruled { numbers.contains($0.number) }
  }

  /// With every `count`th call: the third, the sixth, … for 3.
  public func every(_ count: Int) -> Fault {
    ruled { count > 0 && $0.number.isMultiple(of: count) }
  }

  /// With that part of the calls, from 0 to 1. Which ones is random, and the same for the same seed: it goes by the
  /// number of the call, however many are under way at a time.
  public func fraction(_ part: Double) -> Fault {
    ruled { $0.chance < part }
  }

  /// With calls whose request is such a one, as in `.when { $0.method == .post }`. Other calls are counted as well.
  public func when(_ condition: @escaping @Sendable (TransportRequest) -> Bool) -> Fault {
    ruled { condition($0.request) }
  }
}
