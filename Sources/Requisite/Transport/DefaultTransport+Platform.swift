#if !(os(Linux) || os(Android)) || REQUISITE_STAND_INS
  extension DefaultTransport {
    static func platformDefault() -> any Transport { URLSessionTransport.shared }

    static func platformTransport(
      _ configuration: TransportConfiguration
    ) throws(NetworkRequestError) -> any TerminalTransport {
      try URLSessionTransport(configuration)
    }
  }
#endif

#if (os(Linux) || os(Android)) && FoundationNetworking && !REQUISITE_STAND_INS
  import CurlEngine

  extension DefaultTransport {
    static func platformDefault() -> any Transport {
      switch CurlLibrary.loaded {
      case .success: return CurlTransport.shared
      case .failure(let problem):
        StandardError.write("Requisite: URLSession is used instead of CurlTransport: \(problem.message)")
        return URLSessionTransport.shared
      }
    }

    static func platformTransport(
      _ configuration: TransportConfiguration
    ) throws(NetworkRequestError) -> any TerminalTransport {
      guard case .failure(let problem) = CurlLibrary.loaded else { return try CurlTransport(configuration) }
      throw SettingProblem("a TransportConfiguration needs libcurl: \(problem.message)").error
    }
  }
#endif

#if (os(Linux) || os(Android)) && !FoundationNetworking && !REQUISITE_STAND_INS
  extension DefaultTransport {
    /// libcurl, the only transport without FoundationNetworking. If no usable libcurl is installed, each exchange fails
    /// with an error that says so.
    static func platformDefault() -> any Transport { CurlTransport.shared }

    static func platformTransport(
      _ configuration: TransportConfiguration
    ) throws(NetworkRequestError) -> any TerminalTransport {
      try CurlTransport(configuration)
    }
  }
#endif
