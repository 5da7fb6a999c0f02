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

  /// The response to a request, which then is used; nil where there is none.
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
