/// The calls of a session in numbers.
public struct StatisticsSummary: Sendable, Hashable, Codable {
  /// How many responses came, by their status.
  public let statuses: [Int: Int]
  /// How many calls ended without a response, by the case of their error.
  public let errors: [NetworkRequestError.Kind: Int]
  /// How long the calls took.
  public let latencies: LatencyHistogram

  /// How many calls ended.
  public var calls: Int { statuses.values.reduce(0, +) + errors.values.reduce(0, +) }

  /// How many of them failed: without a response (cancelled ones aside), or with a 4xx or 5xx.
  public var failures: Int {
    let responses = statuses.filter { $0.key >= 400 }.values.reduce(0, +)
    return responses + errors.filter { $0.key != .cancelled }.values.reduce(0, +)
  }

  /// The share of calls that failed, from 0 to 1; 0 where there were none.
  public var failureRate: Double { calls == 0 ? 0 : Double(failures) / Double(calls) }
}

extension StatisticsSummary: CustomStringConvertible {
  /// The numbers in one line.
  public var description: String {
    let tenths = Int((failureRate * 1_000).rounded())
    let quantiles = [0.5, 0.9, 0.99].compactMap { share in
      latencies.quantile(share).map { "\(Int(share * 100)) % within \(DurationText.short($0))" }
    }
    return "\(calls) calls, \(tenths / 10).\(tenths % 10) % failed; \(quantiles.joined(separator: ", "))"
  }
}
