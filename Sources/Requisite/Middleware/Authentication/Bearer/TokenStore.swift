/// Keeps a token from one run of the program to the next: a keychain, a file, or memory only.
///
/// The authenticator reads the store before the first call, before each refresh and after one that failed: if another
/// process has stored a new token in the meantime, calls use that token, and if another process has logged out, the store is
/// empty and the token is dropped. Writes of one authenticator follow one another; reads may happen at the same time.
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
  /// Runs `work` once, in ``exclusively(_:)``, and returns or throws what it does even if the store does not.
  func runExclusively<Value>(_ work: () async throws -> Value) async throws -> Value {
    var outcome: Result<Value, any Error>?
    try await exclusively {
      guard outcome == nil else { return }
      let result = await Result.awaiting(work)
      outcome = result
      _ = try result.get()
    }
    guard let outcome else { throw UnperformedWork() }
    return try outcome.get()
  }
}

/// The error of a store that returned without having run its work: then nothing was loaded, refreshed or saved.
private struct UnperformedWork: LocalizedError {
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

/// A token store in a file that only its owner can read (0600), for command line tools and servers.
///
/// Apps on Apple platforms use `KeychainTokenStore`.
///
/// ```swift
/// let store = FileTokenStore(
///   configurationFolder.appending(path: "token.json"))
/// let tokens = BearerAuthenticator(store: store) { old in
///   try await logIn(old)
/// }
/// ```
/// The token is not encrypted. It is written to a file next to its destination and then moved there, so that a crash leaves the
/// old token or the new one, and processes that share the file read one of the two. Only one of them refreshes at a time:
/// it locks a file next to the token's, such as `token.json.lock`, which stays. A file that belongs to another user, or
/// that others can write, is refused, because they could put their own token there.
public struct FileTokenStore: TokenStore {
  /// The file. Its folder must exist before a token is saved.
  public let url: URL
  private let queue = BlockingQueue("requisite.tokens")
  /// A queue of its own, because a thread of it may wait for another process.
  private let locks = BlockingQueue("requisite.tokens.lock")

  /// The size in bytes beyond which the file is not read: far more than any token needs.
  private static let maximumSize = 1 << 20

  /// Creates a store in a file, which does not have to exist yet.
  public init(_ url: URL) {
    self.url = url
  }

  /// Reads the token. Returns nil if the file does not exist.
  ///
  /// - Throws: ``FileFailure`` if the file cannot be read, is too large (`EFBIG`), or belongs to another user or can be
  ///   written by others (`EPERM`); `DecodingError` if it contains no token. The file is not changed.
  public func load() async throws -> AccessToken? {
    try await run { path in
      guard let file = try PosixFile(readingIfPresent: path, onlyOwn: true) else { return nil }
      guard let size = Int(exactly: try file.status().st_size), size <= Self.maximumSize else {
        throw FileFailure(.EFBIG, path: path, message: "“\(path)” is too large to be a token file")
      }
      return try JSONCoding().decode(AccessToken.self, from: try file.read(size, at: 0))
    }
  }

  /// Replaces the stored token; nil removes the file.
  ///
  /// - Throws: ``FileFailure`` if writing fails. The last token is then still stored.
  public func save(_ token: AccessToken?) async throws {
    try await run { path in
      // They contain tokens.
      try AbandonedFiles.remove(inFolderOf: path)
      guard let token else { return try PosixFile.removeReplaceable(path) }
      let data = try JSONCoding().encode(token)
      var file = try PartialFile(for: path)
      try file.write(data)
      try file.finish(at: path, replacing: true, readers: .owner, synchronizing: true)
    }
  }

  /// Runs `work` while no other process, and no other store, has locked the file next to the token's. Waits for a process
  /// that has it; cancellation does not interrupt that. The system unlocks the file when its process ends.
  ///
  /// - Throws: What `work` throws; ``FileFailure`` if the file cannot be created, such as on a read-only disk.
  public func exclusively(_ work: () async throws -> Void) async throws {
    try await FileLock.holding("\(url.path).lock", waitingOn: locks, work)
  }

  private func run<Value: Sendable>(_ work: @escaping @Sendable (String) throws -> Value) async throws
    -> Value
  {
    let path = url.path
    return try await queue.run { try work(path) }
  }
}
