/// A fault and the calls that it applies to, for `Transport.faults(_:seed:clock:)`.
///
/// ```swift
/// let flaky = stub.faults(
///   .fail(.networkConnectionLost).calls(1, 2),  // two failures, then success
///   // About a tenth of the calls, chosen by a seed
///   .status(503).fraction(0.1),
///   .delay(.seconds(2)).every(5)  // by a clock that the test moves
/// )
/// ```
/// Without a rule, the fault applies to every call. With several rules, it applies to calls that match all of them.
public struct Fault: Sendable {
  /// The effect on a call that the fault applies to.
  enum Effect: Sendable {
    /// Effects before the request is sent.
    case wait(Duration)
    case timeout
    case fail(@Sendable (TransportRequest) -> NetworkRequestError)
    case respond(StubResponse)
    /// Effects after the response has arrived.
    case lose(TransportFailure.Code)
    case cut(after: Int, TransportFailure.Code)
    case corrupt
    case slow(chunk: Int, every: Duration)
  }

  /// The facts of a call that a rule can use.
  struct Call {
    /// The number of the call, counted from 1.
    let number: Int
    let request: TransportRequest
    /// A random number in `0..<1`, of this call and fault; equal for equal seeds.
    let chance: Double
  }

  typealias Rule = @Sendable (Call) -> Bool

  let effect: Effect
  /// The effect in words, such as “hangs”, without the rules.
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

// Faults before the request is sent. Unless they only delay it, the transport below receives nothing.
extension Fault {
  /// Fails the call with `NetworkRequestError.urlSessionFailed` and the code, as a transport does. Nothing is sent.
  public static func fail(_ code: TransportFailure.Code) -> Fault {
    Fault(.fail { .injected(code, $0) }, "fails with \(code)")
  }

  /// Fails the call with that error. Nothing is sent.
  ///
  /// `NetworkRequestError.init(_:request:)` converts an error of another type.
  public static func fail(_ error: any Error) -> Fault {
    Fault(.fail { NetworkRequestError(error, request: $0) }, "fails with \(error)")
  }

  /// Acts as a silent server: the call fails with `.timedOut` after the request's `timeout` on the clock, or waits
  /// until it is cancelled if the request has no timeout. Nothing is sent.
  public static let timeout = Fault(.timeout, "times out without a response")

  /// Makes the call wait until it is cancelled, for example by a deadline. Nothing is sent.
  public static let hang = Fault(.respond(.never), "hangs")

  /// Answers the call with that status and an empty body. Nothing is sent.
  public static func status(_ status: Int, headers: HTTPHeaders = HTTPHeaders()) -> Fault {
    Fault(.respond(.status(status, headers: headers)), "is answered \(status)")
  }

  /// Answers the call with that response. Nothing is sent.
  public static func respond(_ response: StubResponse) -> Fault {
    Fault(.respond(response), "gets another response")
  }

  /// Delays the call by the duration on the clock, then sends it.
  public static func delay(_ duration: Duration) -> Fault {
    Fault(.wait(duration), "waits \(duration)")
  }
}

// Faults after the response has arrived: the server has processed the request.
extension Fault {
  /// Discards the response after the server has processed the request, so that a retry repeats it.
  public static func loseResponse(_ code: TransportFailure.Code = .networkConnectionLost) -> Fault {
    Fault(.lose(code), "loses its response, with \(code)")
  }

  /// Ends the body with an error after `count` bytes. A body of at most that size is left unchanged.
  ///
  /// A stream delivers the bytes first; a response in memory or in a file fails as a whole, and leaves no file.
  public static func cut(
    after count: Int, failing code: TransportFailure.Code = .networkConnectionLost
  ) -> Fault {
    Fault(.cut(after: max(0, count), code), "loses its connection after \(count) bytes of the body")
  }

  /// Changes one byte of the body at a random offset; of a stream, one byte of its first chunk. An empty body stays
  /// empty.
  public static let corrupt = Fault(.corrupt, "gets a wrong byte")

  /// Delivers the body in chunks of `count` bytes, one every `interval` on the clock. A response in memory or in a file
  /// is delayed until the last chunk would have arrived.
  public static func slow(chunk count: Int, every interval: Duration) -> Fault {
    Fault(.slow(chunk: max(1, count), every: interval), "gets \(count) bytes every \(interval)")
  }
}

extension NetworkRequestError {
  /// The failure of a transport, with a message that says it was injected.
  static func injected(_ code: TransportFailure.Code, _ request: TransportRequest) -> NetworkRequestError {
    .urlSessionFailed(TransportFailure(code, "an injected fault (\(code))", request: request))
  }
}

extension Fault {
  /// Limits the fault to these calls, counted from 1 in the order in which they are made.
  public func calls(_ numbers: Int...) -> Fault {
    ruled { numbers.contains($0.number) }
  }

  /// Limits the fault to a range of calls, as in `.calls(1...3)` or `.calls(10...)`.
  public func calls(_ numbers: some RangeExpression<Int> & Sendable) -> Fault {
    ruled { numbers.contains($0.number) }
  }

  /// Limits the fault to every `count`th call: the third, the sixth, … for 3. Zero or less: no call.
  public func every(_ count: Int) -> Fault {
    ruled { count > 0 && $0.number.isMultiple(of: count) }
  }

  /// Limits the fault to a fraction of the calls, from 0 to 1. They are chosen at random by the seed and the number of
  /// the call, so that equal seeds choose the same calls, also if calls run concurrently.
  public func fraction(_ part: Double) -> Fault {
    ruled { $0.chance < part }
  }

  /// Limits the fault to calls whose request meets a condition, as in `.when { $0.method == .post }`. Other calls are
  /// counted as well.
  public func when(_ condition: @escaping @Sendable (TransportRequest) -> Bool) -> Fault {
    ruled { condition($0.request) }
  }
}
