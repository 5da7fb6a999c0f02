import Foundation

/// A number that several threads count up. Everything is behind `lock`, which makes `@unchecked Sendable` true.
public final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  /// Makes a counter at zero.
  public init() {}

  /// The number now.
  public var value: Int { lock.withLock { count } }

  /// Counts up, and returns the new number.
  @discardableResult
  public func add(_ amount: Int = 1) -> Int {
    lock.withLock {
      count += amount
      return count
    }
  }
}
