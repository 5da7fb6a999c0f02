/// A place that keeps a token from one run of the program to the next: a keychain, a file, or memory only.
///
/// The authenticator reads the store before the first call, before each refresh and after one that failed: if another
/// process has stored a new token in the meantime, calls use that token. Several tasks may call the store at once.
public protocol TokenStore: Sendable {
  /// Returns the stored token, or nil if none is stored.
  ///
  /// An error that it throws fails the calls that need the token, with ``NetworkRequestError/authenticationFailed(_:)``.
  func load() async throws -> AccessToken?
  /// Replaces the stored token; nil removes it.
  func save(_ token: AccessToken?) async throws

  /// Runs `work`, which loads, refreshes and saves the token, while no other process does the same with this store.
  ///
  /// Processes that share a store need this if the server issues a new refresh token with each refresh: the old one is
  /// then used up. By default it only runs `work`. A store that returns without having run `work` fails the calls that wait
  /// for the token.
  ///
  /// - Throws: What `work` throws, or the store's error if `work` did not run.
  func exclusively(_ work: () async throws -> Void) async throws
}

extension TokenStore {
  /// Runs `work`, without excluding other processes.
  public func exclusively(_ work: () async throws -> Void) async throws { try await work() }
}

extension TokenStore {
  /// Runs `work` once, in ``exclusively(_:)``, and throws what it throws even if the store does not.
  func runExclusively(_ work: () async throws -> Void) async throws {
    var outcome: Result<Void, any Error>?
    try await exclusively {
      guard outcome == nil else { return }
      do {
        try await work()
        outcome = .success(())
      } catch {
        outcome = .failure(error)
        throw error
      }
    }
    guard let outcome else { throw NeglectedWork() }
    try outcome.get()
  }
}

/// The error of a store that returned without having run its work: then nothing was loaded, refreshed or saved.
private struct NeglectedWork: LocalizedError {
  var errorDescription: String? {
    "the TokenStore’s function exclusively(_:) returned without running its work: call work() in it, or throw"
  }
}

/// A token store in memory: the token is lost when the program ends.
public final class MemoryTokenStore: TokenStore {
  private let token: Locked<AccessToken?>

  /// Creates a store that contains `token`; empty if `token` is nil.
  public init(_ token: AccessToken? = nil) {
    self.token = Locked(token)
  }

  /// Returns the stored token, or nil if none is stored.
  public func load() -> AccessToken? { token.withLock { $0 } }

  /// Replaces the stored token; nil removes it.
  public func save(_ token: AccessToken?) {
    self.token.withLock { $0 = token }
  }
}
