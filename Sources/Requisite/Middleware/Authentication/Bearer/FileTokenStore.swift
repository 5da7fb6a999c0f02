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
/// The token is not encrypted. It is written to a file beside its place and then moved there, so that a crash leaves the
/// old token or the new one, and processes that share the file read one of the two. Only one of them refreshes at a time:
/// it locks a file beside the token's, such as `token.json.lock`, which stays. A file that belongs to another user, or
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
      try AbandonedFiles.remove(beside: path)
      guard let token else { return try PosixFile.removeReplaceable(path) }
      let data = try JSONCoding().encode(token)
      var file = try PartialFile(for: path)
      try file.write(data)
      try file.finish(at: path, replacing: true, readers: .owner, synchronizing: true)
    }
  }

  /// Runs `work` while no other process, and no other store, has locked the file beside the token's. Waits for a process
  /// that has it; cancellation does not interrupt that. The system unlocks the file when its process ends.
  ///
  /// - Throws: What `work` throws; ``FileFailure`` if the file cannot be created, such as on a read-only disk.
  public func exclusively(_ work: () async throws -> Void) async throws {
    let path = "\(url.path).lock"
    let lock = try await locks.run { try FileLock(path) }
    defer { lock.end() }
    try await work()
  }

  private func run<Value: Sendable>(_ work: @escaping @Sendable (String) throws -> Value) async throws
    -> Value
  {
    let path = url.path
    return try await queue.run { try work(path) }
  }
}
