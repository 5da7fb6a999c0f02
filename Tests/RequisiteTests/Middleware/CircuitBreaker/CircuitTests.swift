import Testing

@testable import Requisite

@Suite("Circuit")
struct CircuitTests {
  private let settings = CircuitBreaker(
    failureRate: 0.5, minimumCalls: 4, window: .seconds(10), openFor: .seconds(30), trials: 2)

  @Test("opens at the failure that reaches the rate, after enough calls")
  func opening() {
    var circuit = Circuit(settings)
    for verdict in [Circuit.Verdict.failure, .failure, .failure] { Self.call(&circuit, verdict, at: .zero) }
    #expect(circuit.admit(at: .zero) == .pass(0))
    Self.call(&circuit, .failure, at: .zero)
    #expect(circuit.admit(at: .seconds(1)) == .refused(.seconds(29)))
  }

  @Test("stays closed below the rate, after any number of calls")
  func closed() {
    var circuit = Circuit(settings)
    for index in 0..<300 {
      Self.call(&circuit, index % 3 == 2 ? .failure : .success, at: .milliseconds(index))
    }
    #expect(circuit.admit(at: .seconds(1)) == .pass(0))
  }

  @Test("ignores calls that are older than its window")
  func window() {
    var circuit = Circuit(settings)
    for second in [0, 4, 8, 12, 16, 20, 24, 28] { Self.call(&circuit, .failure, at: .seconds(second)) }
    #expect(circuit.admit(at: .seconds(28)) == .pass(0))
    #expect(!circuit.isIdle(at: .seconds(28)))
    #expect(circuit.isIdle(at: .seconds(39)))
  }

  @Test("counts a call until the tenth of the window ends in which it was made")
  func windowEnd() {
    for (time, opens) in [(9_999, true), (10_000, false)] {
      var circuit = Circuit(settings)
      for _ in 0..<3 { Self.call(&circuit, .failure, at: .zero) }
      Self.call(&circuit, .failure, at: .milliseconds(time))
      #expect((circuit.admit(at: .milliseconds(time)) == .pass(0)) != opens)
    }
  }

  @Test("half-open lets its trials through, and closes if all of them succeed")
  func closing() {
    var circuit = opened()
    #expect(circuit.admit(at: .seconds(30)) == .pass(2))
    #expect(circuit.admit(at: .seconds(30)) == .pass(2))
    #expect(circuit.admit(at: .seconds(30)) == .refused(.seconds(30)))
    circuit.note(.success, of: 2, at: .seconds(31))
    #expect(circuit.admit(at: .seconds(31)) == .refused(.seconds(29)))
    circuit.note(.success, of: 2, at: .seconds(31))
    #expect(circuit.admit(at: .seconds(31)) == .pass(3))
    Self.call(&circuit, .failure, at: .seconds(31))
    #expect(circuit.admit(at: .seconds(31)) == .pass(3))
  }

  @Test("half-open opens again if a trial fails, and replaces a cancelled trial")
  func reopening() {
    var circuit = opened()
    _ = circuit.admit(at: .seconds(30))
    _ = circuit.admit(at: .seconds(30))
    circuit.note(.ignored, of: 2, at: .seconds(31))
    #expect(circuit.admit(at: .seconds(31)) == .pass(2))
    circuit.note(.failure, of: 2, at: .seconds(32))
    #expect(circuit.admit(at: .seconds(33)) == .refused(.seconds(29)))
    circuit.note(.success, of: 2, at: .seconds(33))
    #expect(circuit.admit(at: .seconds(33)) == .refused(.seconds(29)))
  }

  @Test("the result of a call from before the breaker opened is ignored")
  func stale() {
    var circuit = opened()
    _ = circuit.admit(at: .seconds(30))
    circuit.note(.failure, of: 0, at: .seconds(30))
    circuit.note(.success, of: 0, at: .seconds(30))
    #expect(circuit.admit(at: .seconds(30)) == .pass(2))
  }

  @Test("a trial that does not end makes room for another one after as long as the breaker was open")
  func endless() {
    var circuit = opened()
    _ = circuit.admit(at: .seconds(30))
    _ = circuit.admit(at: .seconds(31))
    #expect(circuit.admit(at: .seconds(60)) == .refused(.seconds(1)))
    #expect(circuit.admit(at: .seconds(61)) == .pass(2))
    #expect(circuit.admit(at: .seconds(62)) == .refused(.seconds(29)))
    circuit.note(.success, of: 2, at: .seconds(63))
    #expect(circuit.admit(at: .seconds(64)) == .refused(.seconds(27)), "two more have not ended")
    circuit.note(.success, of: 2, at: .seconds(65))
    #expect(circuit.admit(at: .seconds(66)) == .pass(3))
    circuit.note(.failure, of: 2, at: .seconds(67))
    #expect(circuit.admit(at: .seconds(67)) == .pass(3), "the trial that ends late does not count")
  }

  @Test("any order of events follows the rules")
  func interleavings() {
    checkProperty { generator in
      var model = CircuitModel(&generator)
      for _ in 0..<300 where model.holds { model.step(&generator) }
      return model.holds
    }
  }

  private func opened() -> Circuit {
    var circuit = Circuit(settings)
    for _ in 0..<4 { Self.call(&circuit, .failure, at: .zero) }
    return circuit
  }

  private static func call(_ circuit: inout Circuit, _ verdict: Circuit.Verdict, at now: Duration) {
    guard case .pass(let pass) = circuit.admit(at: now) else {
      Issue.record("refused at \(now)")
      return
    }
    circuit.note(verdict, of: pass, at: now)
  }
}
