/// What ``StubTransport/verify()`` found: stubs that were not used as often as they say, and requests that none
/// answered.
public struct UnmetStubs: LocalizedError, CustomStringConvertible, Sendable {
  /// One sentence for each.
  public let problems: [String]

  /// The problems, one a line.
  public var description: String { problems.joined(separator: "\n") }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
