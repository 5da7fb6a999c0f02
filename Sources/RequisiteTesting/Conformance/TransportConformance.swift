/// What every terminal transport must do, as a list of named checks: to hold a transport of your own to it.
///
/// ```swift
/// @Test(arguments: TransportConformance(excusing: ["interim responses are passed over": "a proxy drops them"]).checks)
/// func conforms(check: TransportConformance.Check) async throws {
///   try await check.run(on: MyTransport()) { try MyServer($0) }
/// }
/// ```
/// Each check starts a server of its own, sends what it needs to, and throws a ``ConformanceFailure`` that says what
/// is wrong. None of them waits for a time to pass; give the tests a time limit, for a transport may hang.
public struct TransportConformance: Sendable {
  /// Starts a server that follows a script.
  public typealias ServerFactory = @Sendable (ServerScript) throws -> any ConformanceServer

  /// All checks there are.
  public static let all: [Check] = requests + responses + deliveries + files + progress + failures

  /// The checks without an excuse, to run.
  public let checks: [Check]
  /// The names of the checks that a transport cannot pass, each with the reason.
  public let excuses: [String: String]
  /// Names among the excuses that no check has. Expect this to be empty.
  public let unknownExcuses: [String]

  /// Takes all checks but those excused, each by its name and with the reason.
  public init(excusing excuses: [String: String] = [:]) {
    self.excuses = excuses
    checks = Self.all.filter { excuses[$0.name] == nil }
    unknownExcuses = excuses.keys.filter { name in !Self.all.contains { $0.name == name } }.sorted()
  }
}

extension TransportConformance {
  /// One thing that a transport must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What must hold, in a sentence.
    public let name: String
    private let script: ServerScript
    private let body: @Sendable (ConformanceContext) async throws -> Void

    init(
      _ name: String, _ script: ServerScript,
      _ body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) {
      self.name = name
      self.script = script
      self.body = body
    }

    /// The name of the check, as a test reports it.
    public var description: String { name }

    /// Starts the server, runs the check and stops the server.
    ///
    /// - Throws: ``ConformanceFailure`` where the transport does not do what it must; what the transport throws.
    public func run(on transport: some TerminalTransport, server: ServerFactory) async throws {
      let server = try server(script)
      defer { server.stop() }
      try await body(ConformanceContext(transport: transport, server: server))
    }
  }
}

/// The difference between what a check requires and what a transport did.
public struct ConformanceFailure: LocalizedError, CustomStringConvertible, Sendable {
  /// The fault, in a sentence.
  public let description: String

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
