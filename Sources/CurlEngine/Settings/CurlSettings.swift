/// The settings of a session, which apply to all of its transfers. What they mean, and how large each may be, is for the
/// caller to say: libcurl gets them as they are.
package struct CurlSettings: Sendable {
  /// The most connections to one host and port; further transfers wait.
  package var connectionsPerHost = 64
  /// The most connections in all, idle ones included.
  package var connections = 256
  /// The connections of each multi handle after the first, if there are enough for two: see ``CurlMulti``.
  package var connectionsOfMulti = 1000
  /// The time limit for making a connection, name look-up and TLS included.
  package var connectTimeout: Duration = .seconds(30)
  /// The time that an idle connection is kept, in whole seconds.
  package var idleConnectionAge: Duration = .seconds(60)
  package var httpVersion = HTTPVersion.automatic
  package var proxies = CurlProxies.none
  /// The path of a Unix domain socket that all requests go to; nil for none.
  package var unixSocket: String?
  package var tls = TLS()
  /// Addresses that replace name look-ups, each in libcurl's notation: `host:port:address`.
  package var resolve: [String] = []

  package init() {}

  /// A version of HTTP, or the way to agree on one.
  package enum HTTPVersion: Sendable {
    /// HTTP/2 by ALPN where libcurl's is sound, otherwise HTTP/1.1.
    case automatic
    case http1
    /// HTTP/2 from the first byte; a problem if libcurl's is not sound.
    case http2PriorKnowledge

    /// libcurl's number: CURL_HTTP_VERSION_2TLS = 4, _1_1 = 2, _2_PRIOR_KNOWLEDGE = 5.
    func number(isSecure: Bool, library: CurlLibrary) -> Int {
      switch self {
      case .automatic: isSecure && library.speaksSoundHTTP2 ? 4 : 2
      case .http1: 2
      case .http2PriorKnowledge: 5
      }
    }
  }
}
