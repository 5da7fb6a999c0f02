#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Security

  extension URLSessionTransport {
    /// Creates a transport with a new session for these settings.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the connections.
    ///   - session: The settings that a ``TransportConfiguration`` lacks, such as `multipathServiceType`,
    ///     `allowsCellularAccess`, `requiresDNSSECValidation` and `proxyConfigurations`. It is copied, and the settings of
    ///     `configuration` replace its own. The system's defaults without cache, cookies and stored credentials by default.
    ///   - usesClassicLoader: True if a session of the library uses the loader that systems before macOS 15.4 and iOS 18.4 have, for
    ///     a monitoring SDK or a `URLProtocol` that does not see the requests of the newer one. The classic loader can report a
    ///     chunked body that was cut as complete, and holds back the first 512 bytes of some types. False by default. It has no
    ///     effect with `session`, whose `usesClassicLoadingMode` says which loader it has.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` that names a setting which URLSession does not have or which is
    ///   not valid.
    public init(
      _ configuration: TransportConfiguration, session: URLSessionConfiguration? = nil,
      usesClassicLoader: Bool = false
    ) throws(NetworkRequestError) {
      let settings = session?.copy() as? URLSessionConfiguration ?? .requisite
      if session == nil { settings.setClassicLoader(usesClassicLoader) }
      try configuration.apply(to: settings)
      self.init(
        URLSessionHost(
          configuration: settings, trust: try ServerTrust(configuration.tls),
          idleTimeout: configuration.idleTimeout, assumesHTTP3: configuration.httpVersion == .http3))
    }
  }

  extension URLSessionConfiguration {
    /// Selects the loader, where the system has two.
    func setClassicLoader(_ isClassic: Bool) {
      guard #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) else { return }
      usesClassicLoadingMode = isClassic
    }
  }

  extension TransportConfiguration {
    /// Applies these settings to the configuration of a session, except for TLS authorities, pins and certificates.
    ///
    /// - Throws: `invalidRequest` that names a setting which URLSession does not have or which is not valid.
    func apply(to settings: URLSessionConfiguration) throws(NetworkRequestError) {
      do throws(SettingProblem) {
        try check()
        try check(
          "URLSessionTransport",
          honours: \.idleTimeout, \.connectionsPerHost, \.httpVersion, \.proxy, \.waitsForConnectivity,
          \.allowsExpensiveNetworks, \.allowsConstrainedNetworks, \.tls.minimumVersion, \.tls.authorities,
          \.tls.clientCertificate, \.tls.pinnedPublicKeys)
        if httpVersion != .automatic, httpVersion != .http3 {
          throw .lacking("httpVersion", "URLSessionTransport")
        }
      } catch {
        throw error.error
      }
      if let connectionsPerHost { settings.httpMaximumConnectionsPerHost = connectionsPerHost }
      settings.waitsForConnectivity = waitsForConnectivity
      settings.allowsExpensiveNetworkAccess = allowsExpensiveNetworks
      settings.allowsConstrainedNetworkAccess = allowsConstrainedNetworks
      settings.tlsMinimumSupportedProtocolVersion = tls.minimumVersion == .tls13 ? .TLSv13 : .TLSv12
      try proxy.apply(to: settings)
    }
  }

  extension TransportConfiguration.Proxy {
    /// The keys are the values of CFNetwork's `kCFNetworkProxies…` constants, some of which iOS does not declare.
    fileprivate func apply(to settings: URLSessionConfiguration) throws(NetworkRequestError) {
      switch self {
      case .environment: break
      case .none: settings.connectionProxyDictionary = [:]
      case .server(let url, let except):
        guard url.user(percentEncoded: true) == nil, url.password(percentEncoded: true) == nil else {
          throw SettingProblem.lacking("a user name or password of a proxy", "URLSessionTransport").error
        }
        guard let exceptions = try Self.exceptions(except) else {
          return settings.connectionProxyDictionary = [:]
        }
        var entries: [AnyHashable: Any] = ["ExceptionsList": exceptions]
        for kind in try kinds(url) {
          entries["\(kind)Enable"] = 1
          entries["\(kind)Proxy"] = url.host() ?? ""
          entries["\(kind)Port"] = url.port ?? (kind == "SOCKS" ? 1080 : 80)
        }
        settings.connectionProxyDictionary = entries
      }
    }

    /// The entries in the notation of the system; nil if all hosts are excepted.
    private static func exceptions(_ list: [String]) throws(NetworkRequestError) -> [String]? {
      let entries: [ProxyExceptions.Entry]
      do { entries = try ProxyExceptions(list, of: "except").entries } catch { throw error.error }
      var names: [String] = []
      for entry in entries {
        switch entry {
        case .everything: return nil
        case .host(let name, nil): names += [name, "*.\(name)"]
        case .host, .block:
          throw SettingProblem.lacking("a port or a block of addresses in except", "URLSessionTransport")
            .error
        }
      }
      return names
    }

    private func kinds(_ url: URL) throws(NetworkRequestError) -> [String] {
      switch ASCII.lowercased(url.scheme ?? "") {
      case "http": ["HTTP", "HTTPS"]
      case "socks5", "socks5h": ["SOCKS"]
      default:
        throw SettingProblem.lacking("a proxy of the scheme “\(url.scheme ?? "")”", "URLSessionTransport")
          .error
      }
    }
  }
#endif
