#if !os(Linux) || REQUISITE_STAND_INS
  extension DefaultTransport {
    static func platformDefault() -> any Transport { URLSessionTransport.shared }

    static func platformTransport(
      _ configuration: TransportConfiguration
    ) throws(NetworkRequestError) -> any TerminalTransport {
      try URLSessionTransport(configuration)
    }
  }
#endif
