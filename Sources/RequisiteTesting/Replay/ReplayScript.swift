/// The exchanges of a recording, and which of them were used. A value; each exchange answers once.
struct ReplayScript {
  private(set) var exchanges: [Recording.Exchange]
  private var isUsed: [Bool]
  private let match: RequestMatch
  private let order: StubTransport.Order

  /// The newly recorded exchanges, by the order in which they began.
  private var added: [Int: Recording.Exchange] = [:]
  private var lastTicket = 0

  init(_ exchanges: [Recording.Exchange], match: RequestMatch, order: StubTransport.Order) {
    self.exchanges = exchanges
    isUsed = exchanges.map { _ in false }
    (self.match, self.order) = (match, order)
  }

  /// All exchanges, the recorded ones and the new ones.
  var recording: Recording {
    Recording(exchanges + added.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Returns the response to a request and marks its exchange as used. Returns nil if no exchange answers the request.
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

  /// Returns the ticket of an exchange that begins now, for ``add(_:at:)``.
  mutating func begin() -> Int {
    lastTicket += 1
    return lastTicket
  }

  mutating func add(_ exchange: Recording.Exchange, at ticket: Int) {
    added[ticket] = exchange
  }

  /// Describes the exchange with the fewest differences from a request. If the order is declared, only the next
  /// exchange is a candidate.
  func nearest(to request: Recording.Request) -> String? {
    let unused = exchanges.indices.filter { !isUsed[$0] }
    let candidates = order == .declared ? Array(unused.prefix(1)) : unused
    let differences = candidates.map { match.differences(request, from: exchanges[$0].request) }
    let used = exchanges.indices.filter { isUsed[$0] }
      .first { match.differences(request, from: exchanges[$0].request).isEmpty }
    if let used, order == .any { return "\(name(used)), which was used already" }
    guard let best = differences.indices.min(by: { differences[$0].count < differences[$1].count }) else {
      return exchanges.isEmpty ? nil : "\(name(exchanges.count - 1)); all exchanges were used already"
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

/// A recording and its file, which is read on first use and written after each addition.
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

  /// Runs `body` on the script, under the lock. Reads the file if that has not happened yet.
  func use<Value>(_ body: (inout ReplayScript) -> Value) throws(RecordingFailure) -> Value {
    try state.withLock { state throws(RecordingFailure) in
      var script: ReplayScript
      if let known = state.script { script = known } else { script = try makeScript() }
      defer { state.script = script }
      return body(&script)
    }
  }

  /// Adds an exchange and writes the file.
  func add(_ exchange: Recording.Exchange, at ticket: Int) throws(RecordingFailure) {
    // The file is written under the lock: of two exchanges that end at once, the later file has both.
    try state.withLock { state throws(RecordingFailure) in
      state.script?.add(exchange, at: ticket)
      guard let file, let script = state.script else { return }
      do throws(RecordingFailure) { try script.recording.write(to: file) } catch {
        state.problem = error
        throw error
      }
    }
  }

  /// The problems that ``ReplayTransport/verify()`` reports: a file that could not be read or written, exchanges that
  /// were not used.
  var problems: [String] {
    do throws(RecordingFailure) {
      let unused = try use { $0.unused }
      return state.withLock { $0.problem.map { [$0.description] } ?? [] } + unused
    } catch {
      return [error.description]
    }
  }
}

/// The error for a request that no recorded exchange answers; carried by `NetworkRequestError.unknownError`.
public struct UnrecordedRequest: LocalizedError, CustomStringConvertible, Sendable {
  /// Method and URL of the request, without secrets.
  public let request: String
  /// The file of the recording; nil for one in memory.
  public let file: URL?
  /// The recorded exchange with the fewest differences, and the differences; nil for an empty recording.
  public let nearest: String?

  /// The request, the nearest exchange, the differences, and how to record the request.
  public var description: String {
    let location = file.map { "in “\($0.path)”" } ?? "in the recording"
    let reason = nearest.map { "the nearest is \($0)" } ?? "the recording is empty"
    let advice = file == nil ? "" : " (REQUISITE_RECORD=missing records it)"
    return "no exchange \(location) answers \(request); \(reason)\(advice)"
  }

  /// The text of ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }
}
