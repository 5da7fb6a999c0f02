import Requisite

/// Keeps the events of calls. Everything is behind `lock`, which makes `@unchecked Sendable` true.
final class CollectingSink: CallObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [CallEvent] = []

  var events: [CallEvent] { lock.withLock { collected } }

  /// The starts and ends of calls.
  var entries: [CallEvent] { events.filter { $0.isStart || $0.end != nil } }

  func observe(_ event: CallEvent) { lock.withLock { collected.append(event) } }
}

extension CallEvent {
  var isStart: Bool { if case .started = kind { true } else { false } }

  /// The outcome and the time of a call that has ended.
  var end: (outcome: Result<NetworkResponse, NetworkRequestError>, time: Duration)? {
    if case .ended(let outcome, let time) = kind { (outcome, time) } else { nil }
  }
}
