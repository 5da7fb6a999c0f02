// The text of an error that is not the library's. FoundationEssentials has no `localizedDescription`.
#if FoundationNetworking || !os(Linux)
  enum SystemText {
    /// The `localizedDescription` of an error.
    static func of(_ error: any Error) -> String { error.localizedDescription }
  }
#else
  enum SystemText {
    /// The description of an error.
    static func of(_ error: any Error) -> String {
      (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
    }
  }
#endif
