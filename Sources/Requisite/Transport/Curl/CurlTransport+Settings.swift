#if os(Linux) || os(Android)
  import CurlEngine

  extension CurlTransport {
    /// Creates a transport with the settings that all platforms share.
    ///
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, naming the setting, if libcurl does not support a setting or
    ///   its value is invalid.
    public init(_ common: TransportConfiguration) throws(NetworkRequestError) {
      self.init(try Configuration(common))
    }
  }

  extension CurlTransport.Configuration {
    /// Creates a configuration with the settings that all platforms share, and defaults for all others.
    ///
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, naming the setting, if libcurl does not support a setting or
    ///   its value is invalid.
    public init(_ common: TransportConfiguration) throws(NetworkRequestError) {
      self.init()
      try Self.check(common)
      if let time = common.connectTimeout { connectTimeout = time }
      if let count = common.connectionsPerHost { connectionsPerHost = count }
      if let count = common.connections { connections = count }
      idleTimeout = common.idleTimeout
      httpVersion = common.httpVersion
      proxy = common.proxy
      tls.minimumVersion = common.tls.minimumVersion
      tls.authorities = common.tls.authorities
      tls.clientCertificate = common.tls.clientCertificate
      tls.pinnedPublicKeys = common.tls.pinnedPublicKeys
    }

    private static func check(_ common: TransportConfiguration) throws(NetworkRequestError) {
      let lacks = { TransportConfiguration.lacks($0, "CurlTransport") }
      if common.waitsForConnectivity { throw lacks("waitsForConnectivity") }
      if !common.allowsExpensiveNetworks { throw lacks("allowsExpensiveNetworks") }
      if !common.allowsConstrainedNetworks { throw lacks("allowsConstrainedNetworks") }
      if case .pkcs12 = common.tls.clientCertificate { throw lacks("a client certificate in PKCS #12") }
      try common.check()
      do { _ = try PinnedKeys(common.tls.pinnedPublicKeys) } catch { throw error.error }
      if case .file(let path) = common.tls.authorities, access(path, R_OK) != 0 || PosixFile.isIrregular(path)
      {
        throw SettingProblem("the authorities in “\(path)” cannot be read").error
      }
      do throws(CurlProblem) {
        _ = try CurlProxies(common.proxy)
        _ = try ProxyExceptions(common.proxy)
      } catch {
        throw SettingProblem(error.words).error
      }
      guard case .success(let library) = CurlLibrary.loaded else { return }
      let version = "libcurl \(library.version)"
      if case .pem = common.tls.authorities, !library.hasAuthorityBlobs {
        throw TransportConfiguration.lacks("authorities in memory", version)
      }
      if case .pem = common.tls.clientCertificate, !library.hasCertificateBlobs {
        throw TransportConfiguration.lacks("a client certificate in memory", version)
      }
      do throws(CurlProblem) {
        guard let problem = library.problem(with: try CurlSettings.HTTPVersion(common.httpVersion)) else {
          return
        }
        throw .option(problem)
      } catch {
        throw SettingProblem(error.words).error
      }
    }
  }

  extension CurlSettings {
    /// The settings of all loops together. Reads the variables of the environment that name a proxy.
    ///
    /// - Throws: `.option`, naming the setting, for one that libcurl does not support.
    init(_ configuration: CurlTransport.Configuration) throws(CurlProblem) {
      self.init()
      connectionsPerHost = configuration.connectionsPerHost
      connections = configuration.connections
      connectTimeout = configuration.connectTimeout
      idleConnectionAge = configuration.idleConnectionAge
      httpVersion = try HTTPVersion(configuration.httpVersion)
      proxies = try CurlProxies(configuration.proxy)
      unixSocket = configuration.unixSocket
      resolve = configuration.resolve.map(\.line)
      tls = try TLS(configuration.tls)
    }
  }

  extension CurlSettings.HTTPVersion {
    fileprivate init(_ version: TransportConfiguration.HTTPVersion) throws(CurlProblem) {
      switch version {
      case .automatic: self = .automatic
      case .http1: self = .http1
      case .http2PriorKnowledge: self = .http2PriorKnowledge
      case .http3:
        let libcurl = CurlLibrary.usable.map { "libcurl \($0.version)" } ?? "libcurl"
        throw .option("httpVersion is http3, which URLSession speaks and \(libcurl) does not")
      }
    }
  }

  extension CurlSettings.TLS {
    fileprivate init(_ tls: CurlTransport.Configuration.TLS) throws(CurlProblem) {
      self.init()
      minimumVersion = tls.minimumVersion.rawValue
      authorities =
        switch tls.authorities {
        case .system: .system
        case .file(let path): .file(path)
        case .pem(let data): .pem(data)
        }
      (acceptsMissingCloseNotify, ignoresKeyLogFile) = (tls.acceptsMissingCloseNotify, tls.ignoresKeyLogFile)
      switch tls.clientCertificate {
      case nil: break
      case .files(let certificate, let key, let password)?:
        self.certificate = .files(certificate: certificate, key: key, password: password)
      case .pem(let certificate, let key, let password)?:
        self.certificate = .pem(certificate: certificate, key: key, password: password)
      case .pkcs12?: throw .option("libcurl takes a client certificate and its key in PEM, not in PKCS #12")
      }
    }
  }

  extension CurlProxies {
    /// - Parameter variable: Returns a variable of the environment; that of the process by default.
    init(
      _ proxy: TransportConfiguration.Proxy, variable: (String) -> String? = CurlProxies.variable(named:)
    ) throws(CurlProblem) {
      switch proxy {
      case .environment: self = try .environment(variable)
      case .none: self = .none
      case .server(let url, _):
        do throws(SettingProblem) {
          let address = try TransportConfiguration.Proxy.address(url)
          self.init(plain: address, secure: address)
        } catch {
          throw .option(error.words)
        }
      }
    }
  }

  extension ProxyExceptions {
    /// - Parameter variable: Returns a variable of the environment; that of the process by default.
    init(
      _ proxy: TransportConfiguration.Proxy, variable: (String) -> String? = CurlProxies.variable(named:)
    ) throws(CurlProblem) {
      let (list, setting): ([String], String) =
        switch proxy {
        case .server(_, let except): (except, "except")
        case .none: ([], "")
        case .environment: Self.environment(variable)
        }
      do throws(SettingProblem) { try self.init(list, of: setting) } catch { throw .option(error.words) }
    }

    private static func environment(_ variable: (String) -> String?) -> ([String], String) {
      guard let (name, text) = CurlProxies.firstVariable(["no_proxy", "NO_PROXY"], variable) else {
        return ([], "")
      }
      let entries = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
      return (entries, "the environment variable \(name)")
    }
  }
#endif
