/// Keeps a token in a file that only its owner can read (0600), for command line tools and servers. Apps on Apple platforms
/// use `KeychainTokenStore`.
///
/// ```swift
/// let store = FileTokenStore(configurationFolder.appending(path: "token.json"))
/// let tokens = BearerAuthenticator(store: store) { old in try await logIn(old) }
/// ```
/// The token is not encrypted. It is written beside its place and moved there whole, so that a crash leaves the old token
/// or the new one, and processes that share the file read one of the two. A file that belongs to another user, or that others
/// may write, is refused: they could put a token of theirs there.
public struct FileTokenStore: TokenStore {
  /// The file. Its folder must be there before a token is saved.
  public let url: URL
  private let queue = BlockingQueue("requisite.tokens")

  /// Far more than any token takes.
  private static let maximumSize = 1 << 20

  /// Makes a store of a file, which need not be there yet.
  public init(_ url: URL) {
    self.url = url
  }

  /// Reads the token; nil where there is no file.
  ///
  /// - Throws: `POSIXError` where the file cannot be read, is too large (`EFBIG`) or may be written by others (`EPERM`);
  ///   `DecodingError` where it has no token in it. The file is left as it is.
  public func load() async throws -> AccessToken? {
    try await run { path in
      guard let file = try PosixFile(readingIfPresent: path) else { return nil }
      let status = try file.status()
      guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
        throw PosixFile.failure(.EPERM, path, "“\(path)” belongs to another user, or others may write it")
      }
      let size = Int(status.st_size)
      guard size <= Self.maximumSize else {
        throw PosixFile.failure(.EFBIG, path, "“\(path)” is larger than a token")
      }
      return try JSONCoding().decode(AccessToken.self, from: try file.read(size, at: 0))
    }
  }

  /// Writes the token in place of the last one; nil removes the file.
  ///
  /// - Throws: `POSIXError` where that fails; the last token is still there then.
  public func save(_ token: AccessToken?) async throws {
    try await run { path in
      guard let token else { return try PosixFile.remove(path) }
      let data = try JSONCoding().encode(token)
      var file = try PartialFile(for: path)
      try file.write(data)
      try file.finish(at: path, replacing: true, readers: .owner, synchronizing: true)
    }
  }

  private func run<Value: Sendable>(_ work: @escaping @Sendable (String) throws -> Value) async throws
    -> Value
  {
    let path = url.path
    return try await queue.run { try work(path) }
  }
}
