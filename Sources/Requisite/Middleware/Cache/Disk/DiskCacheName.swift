/// The names of files in the folder of a disk cache.
///
/// A response lies in one of eight places that its key has, whose names are a hash of the key: no name tells a URL. A partial
/// file has the process in its name, so that others can tell when its writer is gone.
struct DiskCacheName: Hashable, Sendable {
  /// How many responses of one key are kept.
  static let placeCount = 8
  private static let ending = ".response"
  private static let partial = ".response-part"

  /// The names of the places of a key: a hash of the URL, one of the partition, and a number.
  static func places(of key: CacheKey) -> [String] {
    let partition = SHA256.hexadecimal(key.partition).prefix(24)
    return (0..<placeCount).map { "\(start(of: key))\(partition)-\($0)\(ending)" }
  }

  /// Whether that is the name of a response of the key's URL, in whatever partition.
  static func isResponse(_ name: String, ofURLOf key: CacheKey) -> Bool {
    isResponse(name) && name.hasPrefix(start(of: key))
  }

  private static func start(of key: CacheKey) -> String { "\(SHA256.hexadecimal(key.url).prefix(40))-" }

  static func isResponse(_ name: String) -> Bool { name.hasSuffix(ending) }

  static func isPartial(_ name: String) -> Bool { name.hasSuffix(partial) }

  /// A new name for a partial file.
  static func newPartial() -> String {
    "\(getpid())-\(UInt64.random(in: .min ... .max))\(partial)"
  }

  /// Whether the file will not be finished: its process is gone, or it has not grown for ten minutes. (The process of
  /// another machine that shares the folder may look gone: then it fails to store a response.)
  static func isAbandoned(_ name: String, untouchedFor age: TimeInterval) -> Bool {
    guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }), process > 0 else {
      return false
    }
    return age > 600 || (kill(process, 0) != 0 && errno == ESRCH)
  }
}
