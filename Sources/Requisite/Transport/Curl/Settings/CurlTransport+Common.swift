#if os(Linux)
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
      guard case .success(let library) = CurlLibrary.loaded else { return }
      let version = "libcurl \(library.version)"
      if case .pem = common.tls.authorities, !library.hasAuthorityBlobs {
        throw TransportConfiguration.lacks("authorities in memory", version)
      }
      if case .pem = common.tls.clientCertificate, !library.hasCertificateBlobs {
        throw TransportConfiguration.lacks("a client certificate in memory", version)
      }
      if let problem = library.problem(with: common.httpVersion) { throw SettingProblem(problem).error }
    }
  }
#endif
