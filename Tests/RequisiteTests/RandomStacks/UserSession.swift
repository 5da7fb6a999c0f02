import RequisiteTesting
import TestSupport

@testable import Requisite

/// The user of the program, who logs in and out. The empty name stands for no user.
final class UserSession: Sendable {
  private struct State {
    var user: String
    /// The users of each period: one, or two while a login or logout is under way.
    var history: [Set<String>]
    var tokens = 0
  }

  private let state: Locked<State>

  init(_ user: String) { state = Locked(State(user: user, history: [[user]])) }

  var user: String { state.withLock { $0.user } }

  /// The present period.
  var period: Int { state.withLock { $0.history.count - 1 } }

  /// Returns the users from a period until now.
  func users(since period: Int) -> Set<String> {
    state.withLock { state in state.history[period...].reduce(into: []) { $0.formUnion($1) } }
  }

  /// Returns the users of a period.
  func users(in period: Int) -> Set<String> { state.withLock { $0.history[period] } }

  /// Changes the user while `change` changes the places that keep credentials.
  func become(_ user: String, _ change: () async -> Void) async {
    state.withLock { state in
      state.history.append([state.user, user])
      state.user = user
    }
    await change()
    state.withLock { state in
      // Another login may have overtaken this one.
      state.history.append(state.user == user ? [user] : [state.user, user])
    }
  }

  /// The number of the next token.
  func nextToken() -> Int {
    state.withLock { state in
      state.tokens += 1
      return state.tokens
    }
  }

  /// The secret of a user, whose name a server reads in it.
  static func secret(of user: String, _ number: Int = 0) -> String { "\(Canary.secret).\(user).\(number)" }

  /// Returns the user whose secret a text is.
  static func user(of secret: some StringProtocol) -> String {
    let parts = secret.split(separator: ".")
    return parts.count == 3 && parts[0] == Canary.secret ? String(parts[1]) : "?"
  }
}
