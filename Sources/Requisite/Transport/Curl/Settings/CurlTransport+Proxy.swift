#if os(Linux)
  extension CurlTransport.Configuration {
    /// The proxy that requests go through.
    public typealias Proxy = TransportConfiguration.Proxy
  }

  extension TransportConfiguration.Proxy {
    func apply(to handle: CurlHandle) throws(CurlProblem) {
      switch self {
      case .environment: break
      case .none: try handle.set(.proxy, "")
      case .server(let url, let except):
        try handle.set(.proxy, url.absoluteString)
        try handle.set(.noProxy, except.joined(separator: ","))
      }
    }
  }
#endif
