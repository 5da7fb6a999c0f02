#if FoundationNetworking || !(os(Linux) || os(Android))
  extension NSNull: NilTesting {
    /// True: `JSONSerialization` has no other null.
    var isNil: Bool { true }
  }
#endif
