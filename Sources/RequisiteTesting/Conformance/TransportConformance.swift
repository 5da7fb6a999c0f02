/// The rules that every terminal transport must follow, as a list of named checks to run on a transport of your own.
///
/// ```swift
/// @Test(arguments: TransportConformance(excusing: ["interim responses are skipped": "a proxy drops them"]).checks)
/// func conforms(check: TransportConformance.Check) async throws {
///   try await check.run(on: MyTransport()) { try MyServer($0) }
/// }
/// ```
/// Each check starts its own server, sends its requests, and throws a ``ConformanceFailure`` that describes the fault.
/// No check waits for a time to pass. Give the tests a time limit, because a transport may hang.
public struct TransportConformance: Sendable {
  /// Starts a server that follows a script.
  public typealias ServerFactory = @Sendable (ServerScript) throws -> any ConformanceServer

  /// All checks: of requests, responses, deliveries, files, progress and failures.
  public static let all: [Check] = requests + responses + deliveries + files + progress + failures

  /// The checks to run: all but the excused ones.
  public let checks: [Check]
  /// The names of the excused checks, each with the reason.
  public let excuses: [String: String]
  /// The names in ``excuses`` that belong to no check. Expect them to be empty, so that a renamed check does not go
  /// unnoticed.
  public let unknownExcuses: [String]

  /// Takes all checks but those that are excused, each by its name, with the reason.
  public init(excusing excuses: [String: String] = [:]) {
    self.excuses = excuses
    checks = Self.all.filter { excuses[$0.name] == nil }
    unknownExcuses = excuses.keys.filter { name in !Self.all.contains { $0.name == name } }.sorted()
  }
}

extension TransportConformance {
  /// One rule that a transport must follow, with the server and the requests that test it.
  public struct Check: Sendable, CustomStringConvertible {
    /// The rule as a sentence, which also identifies the check in ``TransportConformance/excuses``.
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
    /// - Throws: ``ConformanceFailure`` if the transport breaks the rule; an error of the transport or of the server.
    public func run(on transport: some TerminalTransport, server: ServerFactory) async throws {
      let server = try server(script)
      defer { server.stop() }
      try await body(ConformanceContext(transport: transport, server: server))
    }
  }
}

/// The difference between what a check requires and what a transport did.
public struct ConformanceFailure: LocalizedError, CustomStringConvertible, Sendable {
  /// The fault as a sentence.
  public let description: String

  /// The text of ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }
}
