/// The exchanges of a recording, and how far they are used. A value; each exchange answers once.
struct ReplayScript {
  private(set) var exchanges: [Recording.Exchange]
  private var isUsed: [Bool]
  private let match: RequestMatch
  private let order: StubTransport.Order

  /// What was recorded anew, by the order in which it began.
  private var added: [Int: Recording.Exchange] = [:]
  private var lastTicket = 0

  init(_ exchanges: [Recording.Exchange], match: RequestMatch, order: StubTransport.Order) {
    self.exchanges = exchanges
    isUsed = exchanges.map { _ in false }
    (self.match, self.order) = (match, order)
  }

  /// Everything, what was there before and what was recorded anew.
  var recording: Recording {
    Recording(exchanges + added.sorted { $0.key < $1.key }.map(\.value))
  }

  /// The response to a request, which is marked as used; nil if no exchange answers it.
  mutating func answer(_ request: Recording.Request) -> Recording.Response? {
    for (index, exchange) in exchanges.enumerated() where !isUsed[index] {
      if match.differences(request, from: exchange.request).isEmpty {
        isUsed[index] = true
        return exchange.response
      }
      if order == .declared { return nil }
    }
    return nil
  }

  /// The place of an exchange that begins now.
  mutating func begin() -> Int {
    lastTicket += 1
    return lastTicket
  }

  mutating func add(_ exchange: Recording.Exchange, at ticket: Int) {
    added[ticket] = exchange
  }

  /// The exchange that is least different, in words; in order, only the next one counts.
  func nearest(to request: Recording.Request) -> String? {
    let unused = exchanges.indices.filter { !isUsed[$0] }
    let candidates = order == .declared ? Array(unused.prefix(1)) : unused
    let differences = candidates.map { match.differences(request, from: exchanges[$0].request) }
    let used = exchanges.indices.filter { isUsed[$0] }
      .first { match.differences(request, from: exchanges[$0].request).isEmpty }
    if let used, order == .any { return "\(name(used)), which was used already" }
    guard let best = differences.indices.min(by: { differences[$0].count < differences[$1].count }) else {
      return exchanges.isEmpty ? nil : "\(name(exchanges.count - 1)), which was used already, as all were"
    }
    return "\(name(candidates[best])): \(differences[best].joined(separator: "; "))"
  }

  /// The exchanges that were not used, in words.
  var unused: [String] {
    exchanges.indices.filter { !isUsed[$0] }.map { "\(name($0)) was not used" }
  }

  private func name(_ index: Int) -> String {
    let request = exchanges[index].request
    return "number \(index + 1), “\(request.method) \(request.url)”"
  }
}

/// A recording in its file: read when it is first asked for, written when something is added.
final class ReplayStore: Sendable {
  private struct State {
    var script: ReplayScript?
    var problem: RecordingFailure?
  }

  let file: URL?
  private let makeScript: @Sendable () throws(RecordingFailure) -> ReplayScript
  private let state = Locked(State())

  init(file: URL?, _ makeScript: @escaping @Sendable () throws(RecordingFailure) -> ReplayScript) {
    (self.file, self.makeScript) = (file, makeScript)
  }

  /// Does something with the script.
  func use<Value>(_ body: (inout ReplayScript) -> Value) throws(RecordingFailure) -> Value {
    try state.withLock { state throws(RecordingFailure) in
      var script: ReplayScript
      if let known = state.script { script = known } else { script = try makeScript() }
      defer { state.script = script }
      return body(&script)
    }
  }

  /// Adds an exchange, and writes the file.
  func add(_ exchange: Recording.Exchange, at ticket: Int) throws(RecordingFailure) {
    // Written under the lock: of two that end at a time, the later file has both.
    try state.withLock { state throws(RecordingFailure) in
      state.script?.add(exchange, at: ticket)
      guard let file, let script = state.script else { return }
      do throws(RecordingFailure) { try script.recording.write(to: file) } catch {
        state.problem = error
        throw error
      }
    }
  }

  /// The problems at the end: a file that could not be written, exchanges that were not used.
  var problems: [String] {
    state.withLock { state in
      (state.problem.map { [$0.description] } ?? []) + (state.script?.unused ?? [])
    }
  }
}

/// A request that no recorded exchange answers; carried by `NetworkRequestError.unknownError`.
public struct UnrecordedRequest: LocalizedError, CustomStringConvertible, Sendable {
  /// Method and URL of the request, without secrets.
  public let request: String
  /// The file of the recording; nil for one in memory.
  public let file: URL?
  /// The nearest recorded exchange and its difference from the request; nil for an empty recording.
  public let nearest: String?

  /// The request, the nearest exchange, the differences, and what to do.
  public var description: String {
    let place = file.map { "in “\($0.path)”" } ?? "in the recording"
    let reason = nearest.map { "the nearest is \($0)" } ?? "the recording is empty"
    let advice = file == nil ? "" : " (REQUISITE_RECORD=missing records it)"
    return "no exchange \(place) answers \(request); \(reason)\(advice)"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
