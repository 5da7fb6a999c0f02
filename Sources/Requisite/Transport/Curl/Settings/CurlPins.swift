#if os(Linux)
  /// The pinned public keys of a configuration, in libcurl's notation.
  struct CurlPins: Sendable {
    private let keys: PinnedKeys

    /// True if no host has pins.
    var isEmpty: Bool { keys.isEmpty }

    /// Checks and stores the pins of each host.
    ///
    /// - Throws: `.option` for a host name that no URL can have, or a hash that no key can have.
    init(_ pinned: [String: Set<String>]) throws(CurlProblem) {
      do { keys = try PinnedKeys(pinned) } catch { throw .option(error.words) }
    }

    /// Returns the pins of the URL's host, joined with semicolons, or nil if it has none.
    func pins(for url: URL) throws(CurlProblem) -> String? {
      do throws(SettingProblem) {
        return try keys.pins(for: url)?.sorted().map { "sha256//\($0)" }.joined(separator: ";")
      } catch {
        throw .option(error.words)
      }
    }
  }
#endif
