import RequisiteTesting

extension World {
  /// All requests of a call are for the user with whom it began, or, if it began without one, for the first.
  func userChanged(_ result: CallResult, _ sent: [Exchange]) -> Violation? {
    let layers = scenario.stacks[result.call.stack]
    for slot in Slot.allCases where slot != .cookie && result.call.own?.slot != slot {
      let isFree =
        layers.contains { $0.mayChangeUser(of: slot) } || scenario.base == .signing && slot == .session
      guard !isFree, slot != .authorization || !result.call.hasCredentials else { continue }
      let users = Set(sent.compactMap { $0.users[slot] }).intersection(Scenario.users)
      let first = userAtStart(of: result, in: slot)
      guard users.count > 1 || first.map({ !users.isSubset(of: [$0]) }) == true else { continue }
      return Violation(.userChanged, "\(result.call), begun as \(first ?? "?"): \(slot) of \(users.sorted())")
    }
    return nil
  }

  /// The user who was logged in when a call began, if that is certain and the dispatcher sees who asks.
  private func userAtStart(of result: CallResult, in slot: Slot) -> String? {
    let layers = scenario.stacks[result.call.stack]
    let changes = scenario.steps.contains { step in
      guard step.at == result.start else { return false }
      return switch step.kind {
      case .login, .logout: true
      default: false
      }
    }
    guard !changes, !result.call.isForEvents, !layers.contains(where: \.hidesUser),
      slot != .authorization || scenario.startsWithToken || result.period > 0,
      case let users = session.users(in: result.period), users.count == 1
    else { return nil }
    // An authenticator of one user takes each other one for none, and the call for that of the first whom it knows.
    let isOptional = layers.contains { if case .optional(slot) = $0 { true } else { false } }
    guard !isOptional || users == [slot.owner] else { return nil }
    return users.first.flatMap { $0.isEmpty ? nil : $0 }
  }
}
