#if os(Linux)
  extension CurlTransport.Configuration {
    /// Through which proxy requests go.
    public enum Proxy: Sendable, Hashable {
      /// As `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the process's environment say.
      case environment
      /// Through none, whatever the environment says.
      case none
      /// Through this one: `http://`, `https://`, `socks5://` or `socks5h://`, with a user name and password in it where
      /// it wants them; to the hosts in `except`, and those below them, directly.
      case server(URL, except: [String] = [])

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
  }
#endif
