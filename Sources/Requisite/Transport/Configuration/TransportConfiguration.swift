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
/// cache of the platform are off: use ``Transport/cookies(in:)`` and ``Transport/cached(in:policy:onStoreFailure:clock:)``.
public struct TransportConfiguration: Sendable, Hashable {
  /// The time limit for opening a connection, including name look-up and TLS; nil by default. A shorter
  /// ``RequestOptions/timeout`` of the request, or a shorter ``idleTimeout``, takes precedence.
  ///
  /// nil means 30 seconds with libcurl. URLSession has no such limit, so a value is an error there.
  public var connectTimeout: Duration?
  /// The longest time without progress: in which no byte of the request is sent, and no whole header line and no byte of the
  /// body is received; nil by default.
  ///
  /// The shorter of this limit and the request's ``RequestOptions/timeout`` applies; with nil, only
  /// the limit of the request. With libcurl, the error says whether nothing arrived, or something that did not complete a line.
  public var idleTimeout: Duration?
  /// The maximum number of connections to one host and port, beyond which requests wait; nil by default.
  ///
  /// nil means the system's default with URLSession. It means 64 with libcurl: enough to keep a server busy, and too few to
  /// look like an attack. For thousands of calls at a time with libcurl, set this number and ``connections`` to the same:
  /// libcurl then looks for an idle connection among 1,000 to 2,000 of a thread's, and not among all of them for each call. A
  /// call uses the first 1,000 that have a connection left, so calls to many hosts, fewer than 1,000 at a time, keep no more
  /// than those.
  public var connectionsPerHost: Int?
  /// The maximum number of connections to all hosts, idle ones included; nil by default.
  ///
  /// nil means 256 with libcurl, a quarter of the descriptors that most systems grant a process. Several threads
  /// (`CurlTransport.Configuration.threads`) share this number equally. URLSession has no such limit, so a value is an error
  /// there.
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
    /// HTTP/2 if an https server selects it by ALPN, otherwise HTTP/1.1; URLSession may also use HTTP/3. With libcurl before
    /// 8.14, always HTTP/1.1 (see <doc:Transports>).
    case automatic
    /// HTTP/1.1, also if the server supports HTTP/2.
    case http1
    /// HTTP/2 if an https server selects it by ALPN, otherwise HTTP/1.1, with libcurl from 8.5 on; an error with an older one.
    ///
    /// It differs from ``automatic`` only before 8.14, where nothing but the idle timeout may end a call whose connection fails
    /// within a body: there, a transport without an ``TransportConfiguration/idleTimeout`` is an error.
    case http2
    /// HTTP/2 from the first byte, with or without TLS (RFC 9113 §3.3), for servers that are known to support it; with libcurl
    /// under the conditions of ``http2``.
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
        throw SettingProblem("the URL of the setting proxy is not the address of a proxy: \(error.message)")
      }
      guard ["http", "https", "socks5", "socks5h"].contains(address.scheme), url.scheme != nil else {
        throw SettingProblem("the URL of the setting proxy must be http, https, socks5 or socks5h")
      }
      return address
    }

    /// No children, so that `dump` does not print the password of a proxy.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// Throws a problem that names the first count below 1.
  static func check(counts: [(name: String, count: Int?)]) throws(SettingProblem) {
    for case (let name, let count?) in counts where count < 1 {
      throw SettingProblem("\(name) is \(count), but must be at least 1")
    }
  }

  /// Throws a problem if no transport could send a request with these settings.
  func check() throws(SettingProblem) {
    try Self.check(counts: [("connectionsPerHost", connectionsPerHost), ("connections", connections)])
    for (name, time) in [("connectTimeout", connectTimeout), ("idleTimeout", idleTimeout)] {
      guard let time, time <= .zero else { continue }
      throw SettingProblem("\(name) is \(time), but must be more than zero")
    }
    guard case .server(let url, let except) = proxy else { return }
    _ = try Proxy.address(url)
    _ = try ProxyExceptions(except, of: "except")
  }

  /// Throws a problem that names a setting which is neither the default nor one of these, so that a transport ignores none, and
  /// not one that is added later.
  func check<each Value>(
    _ transport: String, honours settings: repeat WritableKeyPath<Self, each Value>
  ) throws(SettingProblem) {
    var honoured = Self()
    repeat honoured.take(each settings, of: self)
    guard honoured != self else { return }
    let both = zip(Mirror(reflecting: self).children, Mirror(reflecting: honoured).children)
    let other = both.first { "\($0.value)" != "\($1.value)" }
    throw .lacking(other?.0.label ?? "a setting", transport)
  }

  private mutating func take<Value>(_ setting: WritableKeyPath<Self, Value>, of other: Self) {
    self[keyPath: setting] = other[keyPath: setting]
  }
}

extension SettingProblem {
  /// The problem of a setting that a transport cannot honour.
  static func lacking(_ setting: String, _ transport: String) -> SettingProblem {
    SettingProblem("\(transport) cannot honour \(setting) of a TransportConfiguration")
  }

  /// The problem as a ``NetworkRequestError/invalidRequest(_:)`` of the options.
  var error: NetworkRequestError { .invalidRequest(.options, message) }
}

extension TransportConfiguration {
  /// The TLS settings of connections, which always verify the server's certificate.
  public struct TLS: Sendable, Hashable {
    /// The oldest version that is accepted; TLS 1.2 by default, because older versions are deprecated (RFC 8996).
    public var minimumVersion = Version.tls12
    /// The authorities that may certify servers; ``Authorities/system`` by default.
    ///
    /// On Apple platforms, App Transport Security refuses others before they are asked, unless the app's Info.plist has an exception
    /// for the host (`NSAppTransportSecurity`).
    public var authorities = Authorities.system
    /// The certificate that is sent to a server that requests one; nil, for none, by default.
    public var clientCertificate: ClientCertificate?
    /// The accepted public keys of each named host, as Base64 of the SHA-256 hash of the
    /// SubjectPublicKeyInfo (RFC 7469 §2.4).
    ///
    /// A connection to a named host fails if the server's key is not in the set, with an error that has the hash of that key.
    /// Empty by default. Other hosts are not restricted.
    ///
    /// A pin applies to every spelling of its host: upper case, a trailing dot, `bücher.test` and its `xn--` form, `127.1`
    /// and 127.0.0.1. Creating the transport throws an error for a name that is not a host alone (with a scheme, a port or a
    /// wildcard), for a text that is not a SHA-256 hash, and for an empty set: such a pin would protect nothing.
    ///
    /// `openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`
    public var pinnedPublicKeys: [String: Set<String>] = [:]

    /// Creates the default settings: TLS 1.2 or later, and the system's authorities.
    public init() {}

    /// A version of TLS.
    public enum Version: Int, Sendable, Hashable {
      /// TLS 1.2 (RFC 5246).
      case tls12 = 6
      /// TLS 1.3 (RFC 8446).
      case tls13 = 7
    }

    /// The authorities that may certify servers. The environment variables `SSL_CERT_FILE`, `SSL_CERT_DIR` and `CURL_CA_BUNDLE`
    /// have no effect: pass the file that they name to ``file(_:)``.
    public enum Authorities: Sendable, Hashable {
      /// The authorities of the system.
      case system
      /// Only the authorities in a PEM file at this path.
      case file(String)
      /// Only the authorities in these bytes, in PEM; on Linux this needs libcurl 7.77.
      case pem(Data)
    }

    /// A certificate and its private key.
    public enum ClientCertificate: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
      /// Two PEM files, whose key `password` decrypts; an error with URLSession.
      case files(certificate: String, key: String, password: String? = nil)
      /// PEM in memory, whose key `password` decrypts; an error with URLSession, and on Linux this needs libcurl 7.71.
      case pem(certificate: Data, key: Data, password: String? = nil)
      /// A PKCS #12 archive (RFC 7292) with both, which `password` decrypts; an error with libcurl.
      ///
      /// macOS before version 15 also adds both to the default keychain when the transport is created.
      case pkcs12(Data, password: String)

      /// The path of the certificate, or its size; never the key or its password.
      public var description: String {
        switch self {
        case .files(let certificate, let key, _): "files(certificate: \(certificate), key: \(key))"
        case .pem(let certificate, _, _): "pem(certificate: \(certificate.count) bytes)"
        case .pkcs12(let archive, _): "pkcs12(\(archive.count) bytes)"
        }
      }

      /// No children, so that `dump` does not print the key or its password.
      public var customMirror: Mirror { Mirror(self, children: []) }
    }
  }
}
