#if !os(Linux) || REQUISITE_STAND_INS
  extension DefaultTransport {
    static func platformDefault() -> any Transport { URLSessionTransport.shared }
  }
#endif
