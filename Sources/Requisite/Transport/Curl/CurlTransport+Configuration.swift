#if os(Linux) || os(Android)
  import CurlEngine

  extension CurlTransport {
    /// The settings of a ``CurlTransport``, which apply to all of its requests: those of ``TransportConfiguration``, by the same
    /// names, and those that libcurl alone has.
    ///
    /// ```swift
    /// var configuration = CurlTransport.Configuration()
    /// configuration.tls.authorities = .file("/etc/ssl/company.pem")
    /// configuration.unixSocket = "/run/service.sock"
    /// ```
    @dynamicMemberLookup
    public struct Configuration: Sendable {
      /// The settings that all platforms share. Each is also a member of this type.
      public var common: TransportConfiguration
      /// The number of threads, each with an event loop of its own, that share the calls by origin. 1 by default, 64 at
      /// most.
      ///
      /// One thread is enough for most programs. Set more on a machine with many cores if the calls go to several origins
      /// and the thread, named `requisite.curl`, is busy most of the time.
      ///
      /// All calls of an origin (scheme, host and port) run on one thread, so they share its connections, the streams of
      /// an HTTP/2 connection and name look-ups, and ``TransportConfiguration/connectionsPerHost`` holds. Origins are assigned
      /// to the threads in turn, in the order of their first calls. Calls of one origin are not faster with more threads.
      ///
      /// Each thread has an equal part of ``TransportConfiguration/connections``: with 4 threads and 256 connections, the
      /// origins of a thread have 64 together, although other threads may have some left. A thread looks up names for
      /// itself, also those that another thread has looked up for another port. Connections to a proxy are shared and
      /// limited by each thread.
      ///
      /// The transport cannot be used if `threads` is below 1, above 64 or above the number of connections: each exchange
      /// fails with ``NetworkRequestError/invalidRequest(_:)``, which names the setting.
      public var threads = 1
      /// The time that an idle connection is kept. 60 seconds by default: most servers close idle connections after 60 to 75,
      /// and a request on a connection that the server is closing has to be repeated.
      ///
      /// libcurl counts in whole seconds: fractions are dropped, less than a second is one, and a connection can be used for
      /// up to a second longer.
      public var idleConnectionAge: Duration = .seconds(60)
      /// The path of a Unix domain socket that all requests go to, whatever the host in their URL. nil by default;
      /// at most 107 bytes, the system's limit.
      public var unixSocket: String?
      /// Whether a body without a length may end with the connection although the server has sent no `close_notify` alert
      /// (RFC 8446 §6.1). False by default: without the alert, anyone on the network path could truncate such a body. Set
      /// it to true for servers that never send the alert.
      ///
      /// It has an effect only if libcurl uses OpenSSL; with another library such an end is always accepted.
      public var acceptsMissingCloseNotify = false
      /// Whether the environment variable SSLKEYLOGFILE is ignored. False by default: as in other programs that use
      /// libcurl, the keys of all TLS connections are written to the file that it names, and recorded traffic can be
      /// decrypted with them. It has an effect only if libcurl uses OpenSSL.
      public var ignoresKeyLogFile = false
      /// Whether requests accept the content codings that this process can decode (of `gzip`, `deflate`, `br` and `zstd`),
      /// and responses are decompressed. Has no effect on requests with a `Range` or an `Accept-Encoding`
      /// of their own. True by default.
      public var decompresses = true
      /// The most bytes of a response's header section, interim responses and trailers included. 100 KiB by default: servers
      /// send 8 to 64 KiB at most, and it is the limit of libcurl for one line.
      ///
      /// A larger number does not raise the limits of libcurl: 100 KiB for a line, 128 KiB for a section over HTTP/2, and 4095
      /// bytes for a trailer field.
      public var maximumHeaderSize = 100 << 10
      /// The most bytes, before and after decompression, of a body that is streamed or written to a file. nil by default: no
      /// limit, because memory does not grow with such a body. ``RequestOptions/maximumBodySize`` limits a body in memory.
      public var maximumStreamedSize: Int?
      /// Addresses that replace name look-ups. Empty by default.
      public var resolve: [ResolveOverride] = []

      /// Creates a configuration with these settings, and the defaults of all that libcurl alone has.
      public init(_ common: TransportConfiguration = TransportConfiguration()) { self.common = common }

      /// A setting of ``common``.
      public subscript<Value>(dynamicMember setting: WritableKeyPath<TransportConfiguration, Value>) -> Value
      {
        get { common[keyPath: setting] }
        set { common[keyPath: setting] = newValue }
      }

      /// The address of a host and port that replaces a name look-up: for tests, and for hosts that the system's resolver
      /// does not know.
      public struct ResolveOverride: Sendable, Hashable {
        /// The host, written as in the URL.
        public var host: String
        /// The port of the URL, or the scheme's default.
        public var port: Int
        /// An IPv4 or IPv6 address, without brackets.
        public var address: String

        /// Creates an override for one host and port. All others are looked up.
        public init(host: String, port: Int, address: String) {
          self.host = host
          self.port = port
          self.address = address
        }
      }
    }
  }

  extension CurlSettings {
    /// The settings of all loops together. Reads the variables of the environment that name a proxy.
    ///
    /// - Throws: A problem that names the setting, for one that is invalid or that libcurl lacks.
    init(_ configuration: CurlTransport.Configuration) throws(SettingProblem) {
      let common = configuration.common
      try common.checkForCurl()
      self.init()
      if let count = common.connectionsPerHost { connectionsPerHost = count }
      if let count = common.connections { connections = count }
      if let time = common.connectTimeout { connectTimeout = time }
      idleConnectionAge = configuration.idleConnectionAge
      httpVersion = try HTTPVersion(common.httpVersion)
      hasIdleTimeout = common.idleTimeout != nil
      proxies = try CurlProxies(common.proxy)
      unixSocket = configuration.unixSocket
      resolve = configuration.resolve.map { override in
        let isVersion6 = override.address.utf8.contains(UInt8(ascii: ":"))
        return "\(override.host):\(override.port):\(isVersion6 ? "[\(override.address)]" : override.address)"
      }
      minimumTLSVersion = common.tls.minimumVersion.rawValue
      switch common.tls.authorities {
      case .system: break
      case .file(let path): authorities = .file(path)
      case .pem(let data): authorities = .data(data)
      }
      switch common.tls.clientCertificate {
      case .files(let file, let key, let password)?:
        certificate = ClientCertificate(.file(file), key: .file(key), password: password)
      case .pem(let data, let key, let password)?:
        certificate = ClientCertificate(.data(data), key: .data(key), password: password)
      case .pkcs12?: throw .lacking("a client certificate in PKCS #12", "CurlTransport")
      case nil: break
      }
      acceptsMissingCloseNotify = configuration.acceptsMissingCloseNotify
      ignoresKeyLogFile = configuration.ignoresKeyLogFile
      try check(threads: configuration.threads)
    }

    private func check(threads: Int) throws(SettingProblem) {
      try TransportConfiguration.check(counts: [("threads", threads)])
      // Each has two descriptors and a stack of its own.
      guard threads <= 64 else { throw SettingProblem("threads is \(threads), but must be at most 64") }
      guard threads <= connections else {
        throw SettingProblem(
          "threads is \(threads), but each needs a connection, and connections is \(connections)")
      }
      guard let unixSocket else { return }
      // One that begins with NUL would be an abstract one.
      guard !unixSocket.isEmpty, !unixSocket.utf8.contains(0) else {
        throw SettingProblem("unixSocket is not the path of a file: “\(OneLine.text(unixSocket))”")
      }
      // `sun_path` of unix(7), with the NUL at its end.
      if unixSocket.utf8.count > 107 {
        throw SettingProblem(
          "unixSocket has \(unixSocket.utf8.count) bytes, and the system takes at most 107: “\(unixSocket)”")
      }
    }
  }

  extension TransportConfiguration {
    fileprivate func checkForCurl() throws(SettingProblem) {
      try check()
      try check(
        "CurlTransport",
        honours: \.connectTimeout, \.idleTimeout, \.connectionsPerHost, \.connections, \.httpVersion, \.proxy,
        \.tls.minimumVersion, \.tls.authorities, \.tls.clientCertificate, \.tls.pinnedPublicKeys)
    }
  }

  extension CurlSettings.HTTPVersion {
    fileprivate init(_ version: TransportConfiguration.HTTPVersion) throws(SettingProblem) {
      switch version {
      case .automatic: self = .automatic
      case .http1: self = .http1
      case .http2: self = .http2
      case .http2PriorKnowledge: self = .http2PriorKnowledge
      case .http3:
        let libcurl = CurlLibrary.usable.map { "libcurl \($0.version)" } ?? "libcurl"
        throw SettingProblem("httpVersion is http3, which URLSession speaks and \(libcurl) does not")
      }
    }
  }

  extension CurlProxies {
    /// - Parameter variable: Returns a variable of the environment; that of the process by default.
    init(
      _ proxy: TransportConfiguration.Proxy, variable: (String) -> String? = CurlProxies.variable(named:)
    ) throws(SettingProblem) {
      switch proxy {
      case .environment: self = try .environment(variable)
      case .none: self = .none
      case .server(let url, _):
        let address = try TransportConfiguration.Proxy.address(url)
        self.init(plain: address, secure: address)
      }
    }
  }

  extension ProxyExceptions {
    /// - Parameter variable: Returns a variable of the environment; that of the process by default.
    init(
      _ proxy: TransportConfiguration.Proxy, variable: (String) -> String? = CurlProxies.variable(named:)
    ) throws(SettingProblem) {
      switch proxy {
      case .none: try self.init([], of: "")
      case .server(_, let except): try self.init(except, of: "except")
      case .environment:
        let (name, text) = CurlProxies.firstVariable(["no_proxy", "NO_PROXY"], variable) ?? ("", "")
        let entries = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        try self.init(entries, of: "the environment variable \(name)")
      }
    }
  }
#endif
