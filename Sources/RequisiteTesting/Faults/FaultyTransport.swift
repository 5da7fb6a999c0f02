extension Transport {
  /// Injects faults into calls, to test retries, deadlines and fallbacks.
  ///
  /// ```swift
  /// let flaky = stub.faults(.loseResponse().calls(1), .status(503).calls(2))
  /// let client = APIClient(
  ///   baseURL: "https://api.example.com",
  ///   transport: flaky.retried(.immediate()))
  ///
  /// _ = try await client.dispatch(FindTodos())
  /// #expect(flaky.callCount == 3)
  /// #expect(stub.requests.count == 2)  // the second call never got there
  /// ```
  /// Of the faults that apply to a call, those before sending take effect first, in order, up to the first that ends
  /// the call; then those of the response, in order. Random choices depend only on the seed, the number of the call and
  /// the position of the fault in the list, so each run of a test sees the same faults.
  ///
  /// - Parameters:
  ///   - faults: The faults, each with the calls that it applies to.
  ///   - seed: Determines the calls of ``Fault/fraction(_:)`` and the offsets of ``Fault/corrupt``.
  ///   - clock: The clock that measures delays; by default that of the call, which is its dispatcher's.
  public func faults(
    _ faults: Fault..., seed: UInt64 = 0, clock: CallClock? = nil
  ) -> FaultyTransport {
    FaultyTransport(self, faults, seed: seed, clock: clock)
  }
}

/// A transport that injects faults into calls, made by `Transport.faults(_:seed:clock:)`.
public final class FaultyTransport: Transport {
  /// A fault that was applied to a call.
  public struct Injection: Sendable, Hashable, CustomStringConvertible {
    /// The number of the call, counted from 1.
    public let call: Int
    /// The description of the fault, such as “fails with -1005”.
    public let fault: String

    /// The number of the call and the fault, in one line.
    public var description: String { "call \(call) \(fault)" }
  }

  private struct State {
    var calls = 0
    var injections: [Injection] = []
  }

  /// The transport that calls pass on to.
  public let upstream: any Transport
  private let faults: [Fault]
  private let seed: UInt64
  private let clock: CallClock?
  private let state = Locked(State())

  /// Makes a transport that passes calls to `upstream` unless a fault ends them.
  public init(
    _ upstream: any Transport, _ faults: [Fault], seed: UInt64 = 0, clock: CallClock? = nil
  ) {
    (self.upstream, self.faults, self.seed, self.clock) = (upstream, faults, seed, clock)
  }

  /// The number of calls so far, without those of tasks that were cancelled before.
  public var callCount: Int { state.withLock { $0.calls } }

  /// The faults that were applied so far, in order. A cut after more bytes than a body has is one of them, and changes nothing.
  public var injections: [Injection] { state.withLock { $0.injections } }

  /// Sends the request unless a fault prevents it, and applies the faults of the response.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    // A request that is only to be shown is no call.
    guard request.options.preview == nil else { return try await upstream.send(request) }
    let number = state.withLock { state in
      state.calls += 1
      return state.calls
    }
    let faults = self.faults(of: number, request)
    for (fault, _) in faults {
      guard fault.isBeforeSending else { continue }
      note(fault, of: number)
      if let answer = try await before(fault.effect, request) { return answer }
    }
    guard faults.contains(where: { !$0.0.isBeforeSending }) else { return try await upstream.send(request) }
    // A body on its way to a file is changed before it is written.
    let file = try await TransferFile.open(for: request)
    var sent = request
    if file != nil { sent.delivery = .streamed }
    var response = try await upstream.send(sent)
    for (fault, random) in faults where !fault.isBeforeSending {
      note(fault, of: number)
      response = try FaultyBody(request: request, clock: clock ?? request.clock, random: random)
        .applying(fault.effect, to: response)
    }
    return try await response.delivered(for: request, to: file)
  }

  /// The faults that apply to a call, each with random numbers of its own.
  private func faults(of number: Int, _ request: TransportRequest) -> [(Fault, SplitMix64)] {
    faults.enumerated().compactMap { index, fault in
      var random = SplitMix64(seed: seed, UInt64(number), UInt64(index))
      let call = Fault.Call(number: number, request: request, chance: .random(in: 0..<1, using: &random))
      return fault.applies(to: call) ? (fault, random) : nil
    }
  }

  private func before(
    _ effect: Fault.Effect, _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse? {
    let clock = clock ?? request.clock
    switch effect {
    case .wait(let duration): try await clock.wait(duration, for: request)
    case .fail(let error): throw error(request)
    case .respond(let answer):
      let response = try await answer.response(to: request, on: clock)
      request.record?.noteExchange(of: request, status: response.status)
      return response
    case .timeout: return try await StubResponse.never.response(to: request, on: clock)
    case .lose, .cut, .corrupt, .slow: break
    }
    return nil
  }

  private func note(_ fault: Fault, of number: Int) {
    state.withLock { $0.injections.append(Injection(call: number, fault: fault.description)) }
  }
}

extension Fault {
  fileprivate var isBeforeSending: Bool {
    switch effect {
    case .wait, .timeout, .fail, .respond: true
    case .lose, .cut, .corrupt, .slow: false
    }
  }
}

/// A generator of random numbers that are equal for equal seeds (SplitMix64).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter parts: Further numbers that the sequence depends on, such as the number of a call.
  package init(seed: UInt64, _ parts: UInt64...) {
    state = seed
    for part in parts { state = next() ^ part }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// Applies the effect of a fault to a response that has arrived.
struct FaultyBody {
  let request: TransportRequest
  let clock: CallClock
  var random: SplitMix64

  /// Returns the response with the effect on its body, which is still to be delivered: a stream.
  func applying(
    _ effect: Fault.Effect, to response: TransportResponse
  ) throws(NetworkRequestError) -> TransportResponse {
    var response = response
    switch effect {
    case .lose(let code):
      response.body.discard()
      throw .injected(code, request)
    case .cut(let count, let code): response.body = .stream(cut(response.bodyStream, after: count, code))
    case .corrupt: response.body = .stream(corrupted(response.bodyStream))
    case .slow(let count, let interval):
      response.body = .stream(slowed(response.bodyStream, to: count, every: interval))
    case .wait, .timeout, .fail, .respond: break
    }
    return response
  }

  private func cut(_ stream: ByteStream, after count: Int, _ code: TransportFailure.Code) -> ByteStream {
    let (chunks, rest) = (stream.makeAsyncIterator().pull, Locked(count))
    let request = request
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      guard rest.withLock({ $0 >= 0 }) else { throw .injected(code, request) }
      guard let chunk = try await chunks() else { return nil }
      let kept = rest.withLock { rest in
        defer { rest = chunk.count > rest ? -1 : rest - chunk.count }
        return chunk.prefix(max(0, rest))
      }
      guard !kept.isEmpty || chunk.isEmpty else { throw .injected(code, request) }
      return kept
    }
  }

  private func corrupted(_ stream: ByteStream) -> ByteStream {
    let (chunks, isDone) = (stream.makeAsyncIterator().pull, Locked(false))
    let body = self
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      guard let chunk = try await chunks() else { return nil }
      let isFirst = isDone.withLock { isDone in
        defer { isDone = isDone || !chunk.isEmpty }
        return !isDone && !chunk.isEmpty
      }
      return isFirst ? body.corrupted(chunk) : chunk
    }
  }

  private func corrupted(_ data: Data) -> Data {
    guard !data.isEmpty else { return data }
    var (random, result) = (random, Data(data))
    let index = Int.random(in: 0..<result.count, using: &random)
    result[index] ^= UInt8.random(in: 1...255, using: &random)
    return result
  }

  private func slowed(_ stream: ByteStream, to count: Int, every interval: Duration) -> ByteStream {
    let (chunks, rest) = (stream.makeAsyncIterator().pull, Locked(Data()))
    let (clock, request) = (clock, request)
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      while rest.withLock({ $0.isEmpty }) {
        guard let chunk = try await chunks() else { return nil }
        rest.withLock { $0 = chunk }
      }
      try await clock.silence(interval, for: request)
      return rest.withLock { rest in
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
      }
    }
  }
}
