/// A place that keeps a token from one run of the program to the next: a keychain, a file, or memory only.
///
/// The authenticator reads the store before the first call and before each refresh: if another process has stored a new
/// token in the meantime, the refresh is not needed. Several tasks may call the store at once.
public protocol TokenStore: Sendable {
  /// Returns the stored token, or nil if none is stored.
  ///
  /// An error that it throws fails the calls that need the token, with ``NetworkRequestError/authenticationFailed(_:)``.
  func load() async throws -> AccessToken?
  /// Replaces the stored token; nil removes it.
  func save(_ token: AccessToken?) async throws
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
