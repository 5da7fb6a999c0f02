/// When a disk cache looks at how much lies in its folder, and what it then removes.
///
/// Counting every time would cost more than the cache saves, and this process can't count what others write. So the folder is
/// read before the first write and then after each sixteenth of the limit; what is above seven eighths is brought down to
/// three quarters. One process or two stay within the limit; each further one may add a sixteenth.
struct DiskCacheBudget: Sendable {
  /// A file, as far as it matters here.
  struct File: Hashable, Sendable {
    var name: String
    var size: Int
    /// When it was last used, to within a minute.
    var used: TimeInterval
  }

  let maximumSize: Int
  /// The bytes written since the folder was looked through; nil before the first time.
  private var written: Int?

  init(maximumSize: Int) {
    self.maximumSize = maximumSize
  }

  /// Counts what is about to be written. Returns whether the folder must be looked through before.
  mutating func add(_ size: Int) -> Bool {
    guard let written, written + size <= maximumSize / 16 else {
      written = size
      return true
    }
    self.written = written + size
    return false
  }

  /// What has to go, the least recently used first, for `size` more bytes.
  func victims(among files: [File], adding size: Int) -> [File] {
    var total = files.reduce(size) { $0 + $1.size }
    guard total > maximumSize / 8 * 7 else { return [] }
    return files.sorted { $0.used < $1.used }.prefix { file in
      guard total > maximumSize / 4 * 3 else { return false }
      total -= file.size
      return true
    }.map(\.self)
  }
}
