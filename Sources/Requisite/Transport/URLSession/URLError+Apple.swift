#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  extension URLError {
    /// The error itself: Foundation has a code for each failure here.
    var withPlatformCode: URLError { self }
  }
#endif
