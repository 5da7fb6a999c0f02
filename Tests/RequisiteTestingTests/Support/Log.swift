import RequisiteTesting

final class Log: Sendable {
  private let store = Locked<[String]>([])
  var lines: [String] { store.withLock { $0 } }
  func add(_ line: String) { store.withLock { $0.append(line) } }
}
