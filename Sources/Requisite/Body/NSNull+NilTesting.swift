#if FoundationNetworking || !os(Linux)
  extension NSNull: NilTesting {
    /// True: `JSONSerialization` has no other null.
    var isNil: Bool { true }
  }
#endif
