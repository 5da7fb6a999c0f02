#if os(Linux)
  extension CurlTransport {
    /// The settings of a ``CurlTransport``, which apply to all of its requests.
    public struct Configuration: Sendable {
      /// The most connections to one host and port; further requests wait. 64 by default: enough to keep a server busy, and
      /// too few to look like an attack.
      public var connectionsPerHost = 64
      /// The most connections in all, idle ones included. 256 by default, a quarter of the descriptors that most systems
      /// grant a process. Several ``threads`` share this number equally.
      public var connections = 256
      /// The number of threads, each with an event loop of its own, that share the calls by origin. 1 by default, 64 at
      /// most.
      ///
      /// One thread is enough for most programs. Set more on a machine with many cores if the calls go to several origins
      /// and the thread, named `requisite.curl`, is busy most of the time.
      ///
      /// All calls of an origin (scheme, host and port) run on one thread, so they share its connections, the streams of
      /// an HTTP/2 connection and name look-ups, and ``connectionsPerHost`` holds. The threads take turns
      /// with the origins, in the order of their first calls. Calls of one origin are not faster with more threads.
      ///
      /// Each thread has an equal part of ``connections``: with 4 threads and 256 connections, the origins of a thread
      /// have 64 together, although other threads may have some left. A thread looks up names for itself, also those that
      /// another thread has looked up for another port. Connections to a proxy are shared and limited by each thread.
      ///
      /// The transport cannot be used if `threads` is below 1, above 64 or above ``connections``: each exchange fails with
      /// ``NetworkRequestError/invalidRequest(_:)``, which names the setting.
      public var threads = 1
      /// The time limit for making a connection, name look-up and TLS included. A shorter ``RequestOptions/timeout`` of the
      /// request, or a shorter ``idleTimeout``, takes precedence. 30 seconds by default.
      public var connectTimeout: Duration = .seconds(30)
      /// The longest time without progress: in which no byte of the request is sent, and no whole header line and no byte of the
      /// body is received. A shorter ``RequestOptions/timeout`` of the request takes precedence. nil by default: only the
      /// request's timeout applies. The error says whether nothing arrived, or something that did not complete a line.
      public var idleTimeout: Duration?
      /// The time that an idle connection is kept. 60 seconds by default: most servers close idle connections after 60 to 75,
      /// and a request on a connection that the server is closing has to be repeated.
      ///
      /// libcurl counts in whole seconds: fractions are dropped, less than a second is one, and a connection can be used for
      /// up to a second longer.
      public var idleConnectionAge: Duration = .seconds(60)
      /// The version of HTTP. ``TransportConfiguration/HTTPVersion/automatic`` by default.
      public var httpVersion = HTTPVersion.automatic
      /// The proxy that requests go through. ``TransportConfiguration/Proxy/environment`` by default.
      public var proxy = Proxy.environment
      /// The path of a Unix domain socket that all requests go to, whatever the host in their URL. nil by default.
      public var unixSocket: String?
      /// The trusted authorities, client certificate, pinned keys and version of TLS.
      public var tls = TLS()
      /// Whether requests accept the content codings that this process can decode (of `gzip`, `deflate`, `br` and `zstd`),
      /// and responses are decompressed. Has no effect on requests with a `Range`, or with an `Accept-Encoding` other than
      /// `identity`. True by default.
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

      /// Creates a configuration with the defaults of all settings.
      public init() {}
    }
  }

  extension CurlTransport.Configuration {
    /// The most threads: each has two descriptors and a stack of its own.
    static let mostThreads = 64

    /// - Throws: `.option`, naming the setting, if a count is out of its range.
    func check() throws(CurlProblem) {
      do throws(SettingProblem) {
        try TransportConfiguration.check(counts: [
          ("connectionsPerHost", connectionsPerHost), ("connections", connections), ("threads", threads),
        ])
      } catch {
        throw .option(error.words)
      }
      guard threads <= Self.mostThreads else {
        throw .option("threads is \(threads), but must be at most \(Self.mostThreads)")
      }
      guard threads <= connections else {
        throw .option("threads is \(threads), but each needs a connection, and connections is \(connections)")
      }
    }

    /// A version of HTTP, or the way to agree on one.
    public typealias HTTPVersion = TransportConfiguration.HTTPVersion
    /// The proxy that requests go through.
    public typealias Proxy = TransportConfiguration.Proxy

    /// The address of a host and port that replaces a name look-up: for tests, and for hosts that the system's resolver does
    /// not know.
    public struct ResolveOverride: Sendable, Hashable {
      /// The host, written as in the URL.
      public var host: String
      /// The port of the URL, or the scheme's default.
      public var port: Int
      /// An IPv4 or IPv6 address, without brackets.
      public var address: String

      /// Creates an override for one host and port. All others are looked up.
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
      case .automatic: isSecure && library.speaksSoundHTTP2 ? 4 : 2
      // With http3 no transport is created.
      case .http1, .http3: 2
      case .http2PriorKnowledge: 5
      }
    }
  }
#endif
