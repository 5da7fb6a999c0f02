#if FoundationNetworking || !os(Linux)
  extension TransportFailure {
    /// Creates a failure from the error with which a task of URLSession ended.
    init(ofSession error: any Error, request: TransportRequest?) {
      guard let failure = TransportFailure(thrown: error, request: request) else {
        self.init(.unknown, ErrorIdentity.message(of: error), underlyingError: error, request: request)
        return
      }
      self = failure.withPlatformCode
    }
  }
#endif
