import Foundation

/// What one round of one client took.
struct Measurement: Sendable {
  var wall: Double
  var cpu: Double
  var count: Int

  var perSecond: Double { Double(count) / wall }
  /// Microseconds of processor time for each request.
  var cpuEach: Double { cpu / Double(count) * 1e6 }

  /// Makes `count` calls of `call`, `width` at a time.
  static func run(
    count: Int, width: Int, _ call: @escaping @Sendable () async throws -> Void
  ) async throws -> Measurement {
    let cpu = Usage.cpu
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<width {
        let share = count / width + (worker < count % width ? 1 : 0)
        group.addTask {
          for _ in 0..<share { try await call() }
        }
      }
      try await group.waitForAll()
    }
    let wall = start.duration(to: .now)
    return Measurement(wall: wall / .seconds(1), cpu: Usage.cpu - cpu, count: count)
  }
}

extension Array where Element == Measurement {
  /// The middle value of a property.
  func median(_ value: KeyPath<Measurement, Double>) -> Double { map { $0[keyPath: value] }.median }
}

extension Array where Element == Double {
  /// The middle value, the upper one of two.
  var median: Double { sorted()[count / 2] }
}
