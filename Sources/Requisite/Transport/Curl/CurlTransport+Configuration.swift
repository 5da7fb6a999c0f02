#if os(Linux) || os(Android)
  import CurlEngine

  extension CurlTransport {
    /// The settings of a ``CurlTransport``, which apply to all of its requests.
    public struct Configuration: Sendable {
      /// The most connections to one host and port; further requests wait. 64 by default: enough to keep a server busy, and
      /// too few to look like an attack.
      public var connectionsPerHost = 64
      /// The most connections in all, idle ones included. 256 by default, a quarter of the descriptors that most systems
      /// grant a process. Several ``threads`` share this number equally.
      ///
      /// For thousands of calls at a time, set ``connectionsPerHost`` to this number as well: libcurl then looks for an idle
      /// connection among 1,000 to 2,000 of a thread's, and not among all of them for each call. A call uses the first
      /// 1,000 that have a connection left, so calls to many hosts, fewer than 1,000 at a time, keep no more than those.
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
      /// The path of a Unix domain socket that all requests go to, whatever the host in their URL. nil by default;
      /// at most 107 bytes, the system's limit.
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
      // `sun_path` of unix(7), with the NUL at its end.
      if let path = unixSocket, path.utf8.count > 107 {
        throw .option("unixSocket has \(path.utf8.count) bytes, and the system takes at most 107: “\(path)”")
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

  extension CurlTransport.Configuration {
    /// The settings of TLS. Certificates are always verified; no setting turns verification off.
    public struct TLS: Sendable, Hashable {
      /// The oldest TLS version that is accepted. TLS 1.2 by default; older versions are insecure (RFC 8996).
      public var minimumVersion = Version.tls12
      /// The authorities that may certify servers. ``TransportConfiguration/TLS/Authorities/system`` by default.
      public var authorities = Authorities.system
      /// The certificate that is presented to servers that request one. nil by default: none is presented.
      public var clientCertificate: ClientCertificate?
      /// The public keys that a host may have, by its name: SHA-256 over the SubjectPublicKeyInfo, in Base64 (RFC
      /// 7469 §2.4). A named host with another key is refused, whatever its certificate. Empty by default.
      ///
      /// All spellings of a host are equal: upper case, a dot at the end, `bücher.test` and its `xn--` form,
      /// `127.1` and 127.0.0.1. A name that no URL can have (with a scheme, a port or a wildcard), and a hash that no key
      /// can have, fail all calls of the transport with `.invalidRequest`: a pin that matches nothing protects nothing. The
      /// error of a server with another key has the hash of that key.
      ///
      /// `openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`
      public var pinnedPublicKeys: [String: Set<String>] = [:]
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

      /// Creates the default settings: TLS 1.2 or later, the system's authorities.
      public init() {}

      /// A version of TLS that is still considered safe.
      public typealias Version = TransportConfiguration.TLS.Version
      /// The authorities that may certify servers.
      public typealias Authorities = TransportConfiguration.TLS.Authorities
      /// A certificate and its private key. A certificate in memory needs libcurl 7.71 or later.
      public typealias ClientCertificate = TransportConfiguration.TLS.ClientCertificate
    }
  }
#endif
