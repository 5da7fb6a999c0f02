#if os(Linux)
  extension CurlTransport.Configuration {
    /// The proxy that requests go through.
    public enum Proxy: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
      /// The one that the environment names: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, and these names in
      /// capitals except for `HTTP_PROXY`. Whoever sets the environment of the process decides where its requests go.
      case environment
      /// No proxy; the environment is ignored.
      case none
      /// This one: `http://`, `https://`, `socks5://` or `socks5h://`, with a user name and password if the proxy wants
      /// them. Requests to the hosts in `except` and their subdomains go directly.
      case server(URL, except: [String] = [])

      /// The proxy, without a password.
      public var description: String {
        switch self {
        case .environment: "environment"
        case .none: "none"
        case .server(let url, let except):
          except.isEmpty ? url.printable : "\(url.printable), except for \(except.joined(separator: ", "))"
        }
      }

      /// The description alone.
      public var customMirror: Mirror { Mirror(self, children: []) }

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
