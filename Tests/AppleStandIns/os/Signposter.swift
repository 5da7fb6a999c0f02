import Foundation

/// A message of a signpost, whose values are private unless they say otherwise.
public typealias SignpostMetadata = OSLogMessage

/// Tells intervals that overlap apart.
public struct OSSignpostID: Sendable, Hashable {
  let number: UInt64
  public static let exclusive = OSSignpostID(number: 0)
}

/// An interval that has begun.
public final class OSSignpostIntervalState {
  let id: OSSignpostID
  init(_ id: OSSignpostID) { self.id = id }
}

/// Writes signposts: here to ``Signposts``.
public struct OSSignposter: Sendable {
  private let subsystem: String

  public init(subsystem: String, category: String) { self.subsystem = subsystem }

  /// True while something records.
  public var isEnabled: Bool { Signposts.isRecording(subsystem) }

  public func makeSignpostID() -> OSSignpostID { OSSignpostID(number: .random(in: 1 ... .max)) }

  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    Signposts.append(subsystem, "begin \(name) \(message.text)")
    return OSSignpostIntervalState(id)
  }

  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata) {
    Signposts.append(subsystem, "event \(name) \(message.text)")
  }

  public func endInterval(
    _ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata
  ) {
    Signposts.append(subsystem, "end \(name) \(message.text)")
  }
}

/// What was recorded. Not Apple's.
public enum Signposts {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var recorded: [String: [String]] = [:]

  /// Begins to record a subsystem.
  public static func record(_ subsystem: String) { lock.withLock { recorded[subsystem] = [] } }
  public static func of(_ subsystem: String) -> [String] { lock.withLock { recorded[subsystem] ?? [] } }

  static func isRecording(_ subsystem: String) -> Bool { lock.withLock { recorded[subsystem] != nil } }
  static func append(_ subsystem: String, _ text: String) {
    lock.withLock { recorded[subsystem]?.append(text) }
  }
}
