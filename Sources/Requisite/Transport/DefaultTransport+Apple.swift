#if !os(Linux)
  extension DefaultTransport {
    static func platformDefault() -> any Transport { URLSessionTransport.shared }
  }
#endif
