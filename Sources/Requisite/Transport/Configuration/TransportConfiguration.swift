/// The settings of connections, the same on every platform: limits, proxy, certificates and keys.
///
/// ```swift
/// var configuration = TransportConfiguration()
/// configuration.tls.minimumVersion = .tls13
/// configuration.tls.pinnedPublicKeys = [
///   "api.example.com": ["k2oY6Wd8HhTZTJ6nD1zmVGFf2p3OVIUWnGTiFTV1oNE="]
/// ]
/// let client = APIClient(
///   baseURL: "https://api.example.com",
///   transport: try DefaultTransport.make(configuration))
/// ```
/// ``DefaultTransport/make(_:)`` returns a `CurlTransport` on Linux and a ``URLSessionTransport`` on Apple platforms. It
/// throws an error that names the setting if the platform cannot honour one; it ignores none. The cookie store and the
/// cache of the platform are off: use ``Transport/cookies(in:)`` and ``Transport/cached(in:policy:onStoreFailure:now:)``.
public struct TransportConfiguration: Sendable, Hashable {
  /// The time limit for opening a connection, including name look-up and TLS; nil by default.
  ///
  /// nil means 30 seconds with libcurl. URLSession has no such limit, so a value is an error there.
  public var connectTimeout: Duration?
  /// The time for which a connection may be idle; nil by default.
  ///
  /// The shorter of this limit and the request's ``RequestOptions/timeout`` applies; with nil, only
  /// the limit of the request.
  public var idleTimeout: Duration?
  /// The maximum number of connections to one host, beyond which requests wait; nil by default.
  ///
  /// nil means 64 with libcurl, and the system's default with URLSession.
  public var connectionsPerHost: Int?
  /// The maximum number of connections to all hosts; nil by default.
  ///
  /// nil means 256 with libcurl. URLSession has no such limit, so a value is an error there.
  public var connections: Int?
  /// The version of HTTP; ``HTTPVersion/automatic`` by default. URLSession also has ``HTTPVersion/http3``; any other value
  /// is an error there.
  public var httpVersion = HTTPVersion.automatic
  /// The proxy that requests go through; ``Proxy/environment`` by default.
  public var proxy = Proxy.environment
  /// The TLS settings: versions, authorities, client certificate and pinned keys.
  public var tls = TLS()
  /// True if a request waits for a network instead of failing at once without one; false by default.
  ///
  /// A deadline ends the wait. With libcurl, true is an error.
  public var waitsForConnectivity = false
  /// True if requests may use networks that the system considers expensive, such as cellular ones; true by default, and
  /// with libcurl false is an error.
  public var allowsExpensiveNetworks = true
  /// True if requests may use networks in Low Data Mode; true by default, and with libcurl false is an error.
  public var allowsConstrainedNetworks = true

  /// Creates the default configuration: no limits of your own, and the proxy of the environment.
  public init() {}
}

extension TransportConfiguration {
  /// A version of HTTP.
  public enum HTTPVersion: Sendable, Hashable {
    /// HTTP/2 if an https server selects it by ALPN, otherwise HTTP/1.1; URLSession may also use HTTP/3. On Linux always
    /// HTTP/1.1, unless the system's libcurl speaks sound HTTP/2 (see <doc:Transports>).
    case automatic
    /// HTTP/1.1, also if the server supports HTTP/2.
    case http1
    /// HTTP/2 from the first byte, with or without TLS (RFC 9113 §3.3), for servers that are known to support it. An error
    /// that names the version if the libcurl of a Linux system does not speak sound HTTP/2 (see <doc:Transports>).
    case http2PriorKnowledge
    /// HTTP/3 (RFC 9114) from the first connection to an https server, without waiting for the server to announce it.
    ///
    /// URLSession uses HTTP/2 or HTTP/1.1 where HTTP/3 fails. With libcurl it is an error.
    case http3
  }

  /// The proxy that requests go through.
  public enum Proxy: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// With libcurl, the proxy in the environment: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, or these
    /// names in capitals except `HTTP_PROXY`. They are read when the transport is created; an empty one counts as missing,
    /// and a malformed one fails the calls of the transport, with the name of the variable and the place of the fault.
    /// The entries of `no_proxy`, between commas or spaces, have the forms of ``server(_:except:)``.
    ///
    /// The environment of the process thus decides where its requests go. With URLSession, the proxy in
    /// the system's settings.
    case environment
    /// No proxy; the environment and the system's settings are ignored.
    case none
    /// The proxy at an `http://`, `https://`, `socks5://` or `socks5h://` URL, which may contain a user name and password.
    ///
    /// A `/`, `?`, `#`, `\\`, space or control character in the user name or password must be percent-encoded. A malformed
    /// URL is an error when the transport is created, which says where the fault is and quotes nothing.
    ///
    /// Requests to the hosts in `except` bypass it. An entry is
    ///
    /// - a name, for that host and its subdomains: `example.com`, which `.example.com` and `*.example.com` stand for too,
    ///   or `bücher.example`;
    /// - an address: `10.0.0.1`, `::1` or `[::1]`;
    /// - either of them with a port, for that port only: `example.com:8080`, `[::1]:8080`;
    /// - a block of addresses (RFC 4632): `10.0.0.0/8`, `fd00::/8`, for URLs with an address as their host;
    /// - `*`, for all hosts.
    ///
    /// Any other entry is an error when the transport is created. With URLSession, `https://`, a user name or password, and
    /// entries with a port or a block are errors.
    case server(URL, except: [String] = [])

    /// The proxy, without a password.
    public var description: String {
      switch self {
      case .environment: "environment"
      case .none: "none"
      case .server(let url, let except): Self.description(of: url, except: except)
      }
    }

    private static func description(of url: URL, except: [String]) -> String {
      let hosts = except.map(Redaction.standard.malformedURL).joined(separator: ", ")
      let proxy: String
      do { proxy = try address(url).description } catch { proxy = "a malformed proxy" }
      return except.isEmpty ? proxy : "\(proxy), except for \(hosts)"
    }

    /// The parts of a proxy's URL.
    ///
    /// - Throws: An error that says where the URL is at fault, without quoting it: any part of a malformed one may be the
    ///   password.
    static func address(_ url: URL) throws(SettingProblem) -> ProxyAddress {
      let address: ProxyAddress
      do { address = try ProxyAddress(url.absoluteString) } catch {
        throw SettingProblem("the URL of the setting proxy is not the address of a proxy: \(error.words)")
      }
      guard ["http", "https", "socks5", "socks5h"].contains(address.scheme), url.scheme != nil else {
        throw SettingProblem("the URL of the setting proxy must be http, https, socks5 or socks5h")
      }
      return address
    }

    /// No children, so that `dump` does not print the password of a proxy.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// The error for a setting that a transport cannot honour.
  static func lacks(_ setting: String, _ transport: String) -> NetworkRequestError {
    .invalidRequest(
      InvalidRequest(.options, "\(transport) cannot honour \(setting) of a TransportConfiguration"))
  }

  /// Throws a problem that names the first count below 1.
  static func check(counts: [(name: String, count: Int?)]) throws(SettingProblem) {
    for case (let name, let count?) in counts where count < 1 {
      throw SettingProblem("\(name) is \(count), but must be at least 1")
    }
  }

  /// Throws an error if no transport could send a request with these settings.
  func check() throws(NetworkRequestError) {
    do {
      try Self.check(counts: [("connectionsPerHost", connectionsPerHost), ("connections", connections)])
    } catch {
      throw error.error
    }
    for (name, time) in [("connectTimeout", connectTimeout), ("idleTimeout", idleTimeout)] {
      guard let time, time <= .zero else { continue }
      throw SettingProblem("\(name) is \(time), but must be more than zero").error
    }
    guard case .server(let url, let except) = proxy else { return }
    do throws(SettingProblem) {
      _ = try Proxy.address(url)
      _ = try ProxyExceptions(except, of: "except")
    } catch {
      throw error.error
    }
  }
}
