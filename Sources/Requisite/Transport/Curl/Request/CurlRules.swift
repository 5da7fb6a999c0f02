#if os(Linux)
  /// The settings of a transport that a request is prepared with. A small value, because each call would otherwise copy
  /// the whole configuration.
  struct CurlRules: Sendable {
    let decompresses: Bool
    let acceptsMissingCloseNotify: Bool
    let httpVersion: TransportConfiguration.HTTPVersion
    let idleTimeout: Duration?
    let maximumHeaderSize: Int
    let maximumStreamedSize: Int?

    init(_ configuration: CurlTransport.Configuration) {
      decompresses = configuration.decompresses
      acceptsMissingCloseNotify = configuration.tls.acceptsMissingCloseNotify
      httpVersion = configuration.httpVersion
      idleTimeout = configuration.idleTimeout
      maximumHeaderSize = configuration.maximumHeaderSize
      maximumStreamedSize = configuration.maximumStreamedSize
    }
  }
#endif
