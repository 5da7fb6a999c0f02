import Foundation

/// The level of a message in the system's log.
public struct OSLogType: Sendable, Hashable {
  public let rawValue: UInt8
  public static let `default` = OSLogType(rawValue: 0)
  public static let info = OSLogType(rawValue: 1)
  public static let debug = OSLogType(rawValue: 2)
  public static let error = OSLogType(rawValue: 16)
  public static let fault = OSLogType(rawValue: 17)
}

/// Who may read an interpolated value.
public struct OSLogPrivacy: Sendable, Hashable {
  let isPublic: Bool
  public static let `public` = OSLogPrivacy(isPublic: true)
  public static let `private` = OSLogPrivacy(isPublic: false)
  public static let auto = OSLogPrivacy(isPublic: false)
}

/// A message whose values are private unless they say otherwise, as in Apple's.
public struct OSLogMessage: ExpressibleByStringInterpolation {
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) { text += literal }
    public mutating func appendInterpolation(
      _ value: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
    ) { text += privacy.isPublic ? value() : "<private>" }
  }

  let text: String
  public init(stringLiteral text: String) { self.text = text }
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

/// Writes to the system's log: here to ``SystemLog``.
public struct Logger: Sendable {
  private let subsystem: String
  private let category: String

  public init(subsystem: String, category: String) { (self.subsystem, self.category) = (subsystem, category) }

  /// As Apple's, it cuts the message after 1 KiB.
  public func log(level: OSLogType, _ message: OSLogMessage) {
    let text = String(decoding: message.text.utf8.prefix(1024), as: UTF8.self)
    SystemLog.append(SystemLog.Entry(subsystem: subsystem, category: category, level: level, text: text))
  }
}

/// What was logged. Not Apple's.
public enum SystemLog {
  public struct Entry: Sendable {
    public let subsystem: String
    public let category: String
    public let level: OSLogType
    public let text: String
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var stored: [Entry] = []

  public static var entries: [Entry] { lock.withLock { stored } }

  static func append(_ entry: Entry) { lock.withLock { stored.append(entry) } }
}
