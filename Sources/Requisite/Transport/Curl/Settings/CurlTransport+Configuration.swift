#if os(Linux)
  extension CurlTransport {
    /// What a ``CurlTransport`` does the same for all of its requests.
    public struct Configuration: Sendable {
      /// How many connections to one host and port there are at most; further requests wait. 64 by default: enough
      /// to keep a server busy, and few enough not to be taken for an attack.
      public var connectionsPerHost = 64
      /// How many connections there are at most, those kept for later included. 256 by default, a quarter of the
      /// descriptors that most systems grant a process.
      public var connections = 256
      /// How long making a connection may take, name look-up and TLS included, where the request's
      /// ``RequestOptions/timeout`` is not shorter. 30 seconds by default.
      public var connectTimeout: Duration = .seconds(30)
      /// How long a connection may be silent, where the request's ``RequestOptions/timeout`` is not shorter. nil by
      /// default: the request's alone holds.
      public var idleTimeout: Duration?
      /// How long a connection is kept that nobody uses, to whole seconds. 60 seconds by default: servers mostly hang
      /// up after 60 to 75, and a connection that both drop at once costs a repeated request.
      public var idleConnectionAge: Duration = .seconds(60)
      /// Which HTTP is spoken. ``TransportConfiguration/HTTPVersion/automatic`` by default.
      public var httpVersion = HTTPVersion.automatic
      /// Through which proxy. ``TransportConfiguration/Proxy/environment`` by default.
      public var proxy = Proxy.environment
      /// The path of a Unix domain socket that all requests go to, whatever the host in their URL. nil by default.
      public var unixSocket: String?
      /// Certificates, keys and versions.
      public var tls = TLS()
      /// Whether responses may come compressed, and are decompressed. True by default.
      public var decompresses = true
      /// How many bytes the header section of a response may have, interim responses and trailers included. 128 KiB by
      /// default: servers stop at 8 to 64.
      public var maximumHeaderSize = 128 << 10
      /// How many bytes, before decompression, a body may have that is streamed or goes to a file. nil by default: no
      /// limit, for memory does not grow with it. One in memory is bounded by ``RequestOptions/maximumBodySize``.
      public var maximumStreamedSize: Int?
      /// Addresses that are taken in place of a name look-up. Empty by default.
      public var resolve: [ResolveOverride] = []

      /// Makes the default configuration.
      public init() {}
    }
  }

  extension CurlTransport.Configuration {
    /// Which version of HTTP is spoken.
    public typealias HTTPVersion = TransportConfiguration.HTTPVersion

    /// An address that is taken for a host and port in place of a name look-up: for tests, and for hosts that the
    /// system's resolver does not know.
    public struct ResolveOverride: Sendable, Hashable {
      /// The host as in the URL.
      public var host: String
      /// The port as in the URL.
      public var port: Int
      /// An IPv4 or IPv6 address.
      public var address: String

      /// Makes an override.
      public init(host: String, port: Int, address: String) {
        (self.host, self.port, self.address) = (host, port, address)
      }

      var line: String { "\(host):\(port):\(address.contains(":") ? "[\(address)]" : address)" }
    }
  }

  extension TransportConfiguration.HTTPVersion {
    func number(isSecure: Bool, library: CurlLibrary) -> Int {
      switch self {
      // CURL_HTTP_VERSION_2TLS = 4, _1_1 = 2, _2_PRIOR_KNOWLEDGE = 5
      case .automatic: isSecure && library.hasHTTP2 ? 4 : 2
      case .http1: 2
      case .http2PriorKnowledge: 5
      }
    }
  }
#endif
