import RequisiteTesting

extension Scenario {
  /// Returns the smallest scenario found that breaks the same rule: without the layers, calls, answers and options that it
  /// does not need.
  func shrunk(to kind: Violation.Kind) -> Scenario {
    var smallest = self
    var tries = 3_000
    while tries > 0 {
      let smaller = smallest.simplifications.first { candidate in
        tries -= 1
        return tries >= 0 && candidate.violation()?.kind == kind
      }
      guard let smaller else { break }
      smallest = smaller
    }
    return smallest
  }

  private func with(_ change: (inout Scenario) -> Void) -> Scenario {
    var copy = self
    change(&copy)
    return copy
  }

  /// The scenarios that are simpler by one thing, those without something first.
  private var simplifications: [Scenario] {
    var simpler: [Scenario] = []
    if stacks.count > 1 { simpler += stacks.indices.map(only) }
    for (index, layers) in stacks.enumerated() {
      simpler += layers.indices.map { layer in with { $0.stacks[index].remove(at: layer) } }
    }
    simpler += steps.indices.map { step in with { $0.steps.remove(at: step) } }
    if !answers.isEmpty { simpler.append(with { $0.answers.removeLast() }) }
    simpler += answers.indices.flatMap { index in
      answers[index].simplifications.map { answer in with { $0.answers[index] = answer } }
    }
    simpler += steps.indices.flatMap { index in
      steps[index].simplifications.map { step in with { $0.steps[index] = step } }
    }
    if isShuffled { simpler.append(with { $0.isShuffled = false }) }
    if base != .terminal { simpler.append(with { $0.base = .terminal }) }
    if refresh != .local { simpler.append(with { $0.refresh = .local }) }
    if !startsWithToken { simpler.append(with { $0.startsWithToken = true }) }
    if lifetime != 1_000 { simpler.append(with { $0.lifetime = 1_000 }) }
    return simpler
  }

  /// This scenario with one of its stacks, for all calls.
  private func only(_ stack: Int) -> Scenario {
    with { scenario in
      scenario.stacks = [stacks[stack]]
      for index in steps.indices {
        guard case .call(var call) = steps[index].kind else { continue }
        call.stack = 0
        scenario.steps[index].kind = .call(call)
      }
    }
  }
}

extension ServerAnswer {
  fileprivate var simplifications: [ServerAnswer] {
    var simpler: [ServerAnswer] = []
    if delay > 0 { simpler.append(with { $0.delay = 0 }) }
    if setsCookie { simpler.append(with { $0.setsCookie = false }) }
    if linksAbroad { simpler.append(with { $0.linksAbroad = false }) }
    if kind != .fresh { simpler.append(with { $0.kind = .fresh }) }
    return simpler
  }

  private func with(_ change: (inout ServerAnswer) -> Void) -> ServerAnswer {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Step {
  fileprivate var simplifications: [Step] {
    var simpler: [Step] = []
    if at > 0 { simpler.append(Step(at: 0, kind: kind)) }
    if at > 1 { simpler.append(Step(at: 1, kind: kind)) }
    guard case .call(let call) = kind else { return simpler }
    return simpler + call.simplifications.map { Step(at: at, kind: .call($0)) }
  }
}

extension Call {
  private func with(_ change: (inout Call) -> Void) -> Call {
    var copy = self
    change(&copy)
    return copy
  }

  fileprivate var simplifications: [Call] {
    var simpler: [Call] = []
    if way != .sent { simpler.append(with { ($0.way, $0.hasCredentials) = (.sent, false) }) }
    if hasCredentials { simpler.append(with { $0.hasCredentials = false }) }
    if deadline != nil { simpler.append(with { $0.deadline = nil }) }
    if cancelledAfter != nil, !isForEvents { simpler.append(with { $0.cancelledAfter = nil }) }
    if own != nil { simpler.append(with { $0.own = nil }) }
    if language != nil { simpler.append(with { $0.language = nil }) }
    if isRaw { simpler.append(with { $0.isRaw = false }) }
    if mode != .standard { simpler.append(with { $0.mode = .standard }) }
    if priority != .normal { simpler.append(with { $0.priority = .normal }) }
    if reading != .buffered { simpler.append(with { $0.reading = .buffered }) }
    if sending != .data { simpler.append(with { $0.sending = .data }) }
    if isForPart { simpler.append(with { $0.isForPart = false }) }
    if method != .get { simpler.append(with { $0.method = .get }) }
    if resource != 0 { simpler.append(with { $0.resource = 0 }) }
    return simpler
  }
}
