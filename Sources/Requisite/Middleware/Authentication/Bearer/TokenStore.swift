/// Keeps a token from one run of the program to the next: in a keychain, a file, or memory alone.
///
/// It is read before the first call, and again before a refresh: a token that another process has put there in the
/// meantime saves it. Calls may come at once from several tasks.
public protocol TokenStore: Sendable {
  /// Returns the stored token, or nil before the first one was saved.
  ///
  /// An error that it throws fails the calls that need the token, with ``NetworkRequestError/authenticationFailed(_:)``.
  func load() async throws -> AccessToken?
  /// Replaces the stored token; nil removes it.
  func save(_ token: AccessToken?) async throws
}

/// Keeps a token for as long as the program runs.
public final class MemoryTokenStore: TokenStore {
  private let token: Locked<AccessToken?>

  /// Makes a store that holds `token`; empty for nil.
  public init(_ token: AccessToken? = nil) {
    self.token = Locked(token)
  }

  /// Returns the stored token, or nil if none was saved.
  public func load() -> AccessToken? { token.withLock { $0 } }

  /// Replaces the stored token; nil removes it.
  public func save(_ token: AccessToken?) {
    self.token.withLock { $0 = token }
  }
}
