import RequisiteTesting

@testable import Requisite

/// A server that takes one token at a time, and what gives the next one.
final class TokenServer: Sendable {
  private struct State {
    var valid: String
    var refreshes: [String?] = []
  }

  private let state: Locked<State>
  /// How long a 401 takes, by the path.
  private let delays: [String: Duration]
  private let clock: CallClock

  init(valid: String, delays: [String: Duration] = [:], clock: TestClock = TestClock()) {
    state = Locked(State(valid: valid))
    self.delays = delays
    self.clock = CallClock(clock)
  }

  /// What was to be replaced, refresh by refresh.
  var refreshes: [String?] { state.withLock { $0.refreshes } }

  /// Takes another token from now on.
  func accept(_ token: String) {
    state.withLock { $0.valid = token }
  }

  /// Gives the token that is valid now.
  func refresh(_ old: AccessToken?) -> AccessToken {
    state.withLock { state in
      state.refreshes.append(old?.value.revealed)
      return AccessToken(state.valid)
    }
  }

  /// 200 for the valid token; 401 for any other, after the delay of the path.
  var transport: StubTransport {
    StubTransport(clock: clock) {
      On.any().respond { [self] request in
        let isValid = state.withLock { request.headers[.authorization] == "Bearer \($0.valid)" }
        if isValid { return .text("in") }
        return StubResponse.text("out", status: 401).after(delays[request.path] ?? .zero)
      }
    }
  }
}
