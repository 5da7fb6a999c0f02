/// An observer that counts calls, their outcomes and their durations, in a few kilobytes for all of them and for each route, however
/// many calls there are.
///
/// ```swift
/// let statistics = CallStatistics()
/// let client = APIClient(
///   baseURL: url, transport: DefaultTransport.shared.observed(by: statistics)
/// )
/// // …
/// // 1204 calls, 1.2 % failed; 50 % within 12.1 ms, 90 % within 45.0 ms, …
/// print(statistics.summary)
/// let route = statistics.summary.routes["GET /todos/{}"]
/// print(route?.latency(ofShare: 0.9) ?? .zero)
/// ```
public final class CallStatistics: CallObserver {
  private let state = Locked(Summary())

  /// Creates statistics that contain no calls.
  public init() {}

  /// Counts a call that has ended, its outcome and its duration.
  public func observe(_ event: CallEvent) {
    guard case .ended(let outcome, after: let duration) = event.kind else { return }
    let route = event.request.pathTemplate.map { "\(event.request.method) \($0)" }
    state.withLock { summary in
      summary.count(outcome, duration)
      guard let route, summary.routes[route] != nil || summary.routes.count < Summary.maximumRoutes else {
        return
      }
      summary.routes[route, default: Summary()].count(outcome, duration)
    }
  }

  /// The numbers of the calls that have ended so far.
  public var summary: Summary { state.withLock { $0 } }
}

extension CallStatistics {
  /// The calls in numbers.
  public struct Summary: Sendable, Hashable, Codable {
    /// The number of responses, by their status.
    public private(set) var statuses: [Int: Int] = [:]
    /// The number of calls that ended without a response, by the case of their error.
    public private(set) var errors: [NetworkRequestError.Kind: Int] = [:]
    /// The same numbers for each route: the method and the ``TransportRequest/pathTemplate``, as in `GET /todos/{}`. Calls without a
    /// template have no route, and there are at most 200 of them: the first.
    public fileprivate(set) var routes: [String: Summary] = [:]
    /// The durations of all calls.
    private var latencies = LatencyHistogram()

    fileprivate static let maximumRoutes = 200

    fileprivate mutating func count(
      _ outcome: Result<NetworkResponse, NetworkRequestError>, _ duration: Duration
    ) {
      latencies.record(duration)
      switch outcome {
      case .success(let response): statuses[response.status, default: 0] += 1
      case .failure(let error): errors[error.kind, default: 0] += 1
      }
    }

    /// Returns the duration within which a share of all calls ended, from 0 to 1, exact to within 7 %; nil before the first
    /// call. A duration below a microsecond or above two hours counts as that.
    public func latency(ofShare share: Double) -> Duration? { latencies.quantile(share) }

    /// The number of calls that ended.
    public var calls: Int { Self.total(Array(statuses.values) + errors.values) }

    /// The number of calls that failed: without a response, except cancelled ones, or with a status of 400 or above.
    public var failures: Int {
      let responses = statuses.filter { $0.key >= 400 }.values
      return Self.total(responses + Array(errors.filter { $0.key != .cancelled }.values))
    }

    /// Adds numbers. In a decoded summary they may be negative, or too large for a sum.
    private static func total(_ counts: [Int]) -> Int {
      counts.reduce(0) { $0.saturatingSum(max(0, $1)) }
    }

    /// The share of calls that failed, from 0 to 1; 0 before the first call.
    public var failureRate: Double { calls == 0 ? 0 : Double(failures) / Double(calls) }
  }
}

extension CallStatistics: CustomStringConvertible {
  /// The numbers in one line.
  public var description: String { summary.description }
}

extension CallStatistics.Summary: CustomStringConvertible {
  /// The numbers in one line.
  public var description: String {
    let tenths = Int((failureRate * 1_000).rounded())
    let quantiles = [0.5, 0.9, 0.99].compactMap { share in
      latency(ofShare: share).map { "\(Int(share * 100)) % within \(DurationText.short($0))" }
    }
    return "\(calls) calls, \(tenths / 10).\(tenths % 10) % failed; \(quantiles.joined(separator: ", "))"
  }
}

/// A histogram of durations in a fixed amount of memory, from a microsecond to two hours.
///
/// Each doubling has 16 steps, so that a quantile is exact to within 7 %.
struct LatencyHistogram: Sendable, Hashable, Codable {
  private static let steps = 16
  private static let doublings = 33

  private var counts = [UInt64](repeating: 0, count: steps * doublings)
  /// The number of durations that were recorded.
  private(set) var count: UInt64 = 0

  init() {}

  /// Decodes a histogram.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the counts are not those of a histogram: of another length, or with
  ///   another sum.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    counts = try container.decode([UInt64].self, forKey: .counts)
    count = try container.decode(UInt64.self, forKey: .count)
    // Subtracted, not added: numbers of a hostile text may overflow.
    let rest = counts.reduce(count as UInt64?) { rest, number in
      rest.flatMap { $0 < number ? nil : $0 - number }
    }
    guard counts.count == Self.steps * Self.doublings, rest == 0, count <= Int.max else {
      throw DecodingError.dataCorruptedError(
        forKey: .counts, in: container, debugDescription: "These are not the counts of a latency histogram.")
    }
  }

  private enum CodingKeys: CodingKey { case counts, count }

  /// Counts a duration. A duration out of range counts as the shortest or the longest one.
  mutating func record(_ duration: Duration) {
    counts[Self.bucket(of: duration)] += 1
    count += 1
  }

  /// Returns the duration within which a share of all durations lies, from 0 to 1; nil if there are no durations.
  func quantile(_ share: Double) -> Duration? {
    guard !share.isNaN else { return nil }
    let wanted = UInt64((min(max(share, 0), 1) * Double(count)).rounded(.up))
    var seen: UInt64 = 0
    let bucket = counts.firstIndex { number in
      seen += number
      return seen >= max(wanted, 1)
    }
    return bucket.map(Self.upperBound)
  }

  /// Returns the index of a duration's step: the position of its highest bit, and the four bits below it.
  private static func bucket(of duration: Duration) -> Int {
    let microseconds = duration / .microseconds(1)
    guard microseconds >= 1 else { return 0 }
    let value = UInt64(min(microseconds, 8e9) * Double(steps))
    let exponent = 63 - value.leadingZeroBitCount - 4
    let step = Int(value >> exponent) & (steps - 1)
    return min(exponent * steps + step, steps * doublings - 1)
  }

  private static func upperBound(of bucket: Int) -> Duration {
    let (exponent, step) = (bucket / steps, bucket % steps)
    return .nanoseconds((steps + step + 1) << exponent) * 1_000 / steps
  }
}
