@testable import Requisite

/// A breaker in a random world, beside what is known to be true of it.
struct CircuitModel {
  private let settings: CircuitBreaker
  private var circuit: Circuit
  private var now = Duration.zero
  private var underWay: [Int] = []
  private var verdicts: [(time: Duration, failed: Bool)] = []
  /// How many trials the breaker let through in this half-open time, those that came to nothing taken back.
  private var trials = 0
  private var succeeded = 0
  /// When the last trial was let through.
  private var lastTrial = Duration.zero
  private var openUntil: Duration?
  private var lastPass = 0
  private(set) var holds = true

  init(_ generator: inout SeededGenerator) {
    settings = CircuitBreaker(
      failureRate: Double.random(in: 0.1...1, using: &generator), minimumCalls: generator.index(below: 6) + 1,
      window: .seconds(generator.index(below: 20) + 1), openFor: .seconds(generator.index(below: 10) + 1),
      trials: generator.index(below: 3) + 1)
    circuit = Circuit(settings)
  }

  mutating func step(_ generator: inout SeededGenerator) {
    switch generator.index(below: 5) {
    case 0, 1: admit()
    case 2, 3: note(&generator)
    default: now += .milliseconds(generator.index(below: 4_000))
    }
  }

  private mutating func admit() {
    switch circuit.admit(at: now) {
    case .refused(let wait):
      demand(wait > .zero && wait <= settings.openFor)
      guard openUntil.map({ now >= $0 }) == true else {
        // Open: the end is as long after the opening as was asked for, and does not move.
        openUntil = openUntil ?? now + wait
        return demand(openUntil == now + wait)
      }
      // Half-open: another trial follows the last one after as long as the breaker was open.
      demand(trials >= settings.trials && wait == lastTrial + settings.openFor - now)
    case .pass(let pass):
      demand(openUntil.map { now >= $0 } ?? true)
      if pass != lastPass { (trials, succeeded, lastPass) = (0, 0, pass) }
      // One more than asked for goes through only after a trial has not ended for as long as the breaker was open.
      demand(openUntil == nil || trials < settings.trials || now - lastTrial >= settings.openFor)
      if openUntil != nil { (trials, lastTrial) = (trials + 1, now) }
      underWay.append(pass)
    }
  }

  private mutating func note(_ generator: inout SeededGenerator) {
    guard !underWay.isEmpty else { return }
    let pass = underWay.remove(at: generator.index(below: underWay.count))
    let verdict: Circuit.Verdict = [.success, .failure, .failure, .ignored][generator.index(below: 4)]
    circuit.note(verdict, of: pass, at: now)
    guard pass == lastPass else { return }
    if openUntil != nil { noteTrial(verdict) } else { noteClosed(verdict) }
  }

  /// A failure opens the breaker only where the last window holds enough calls.
  private mutating func noteClosed(_ verdict: Circuit.Verdict) {
    guard verdict != .ignored else { return }
    verdicts.append((now, verdict == .failure))
    var probe = circuit
    guard case .refused = probe.admit(at: now) else { return }
    let recent = verdicts.filter { $0.time > now - settings.window }
    demand(verdict == .failure && recent.count >= settings.minimumCalls)
    (openUntil, lastPass, verdicts) = (now + settings.openFor, lastPass + 1, [])
  }

  private mutating func noteTrial(_ verdict: Circuit.Verdict) {
    var probe = circuit
    let admission = probe.admit(at: now)
    switch verdict {
    case .ignored: trials -= 1
    case .failure:
      demand(admission == .refused(settings.openFor))
      (openUntil, lastPass) = (now + settings.openFor, lastPass + 1)
    case .success:
      succeeded += 1
      guard case .pass(let pass) = admission, pass != lastPass else {
        return demand(succeeded < settings.trials)
      }
      // Closed again: as many trials as were asked for have succeeded.
      demand(succeeded == settings.trials)
      (openUntil, lastPass, verdicts) = (nil, pass, [])
    }
  }

  private mutating func demand(_ condition: Bool) {
    holds = holds && condition
  }
}
