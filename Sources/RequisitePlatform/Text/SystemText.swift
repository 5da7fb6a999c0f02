// The text of an error that is not the library's. FoundationEssentials has no `localizedDescription`.
#if FoundationNetworking || !(os(Linux) || os(Android))
  package enum SystemText {
    /// The `localizedDescription` of an error.
    package static func of(_ error: any Error) -> String { error.localizedDescription }
  }
#else
  package enum SystemText {
    /// The description of an error.
    package static func of(_ error: any Error) -> String {
      (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
    }
  }
#endif
