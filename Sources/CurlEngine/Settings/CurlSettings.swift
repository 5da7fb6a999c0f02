/// The settings of a session, which apply to all of its transfers. What they mean, and how large each may be, is for the
/// caller to say: libcurl gets them as they are. Certificates are always verified.
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
  /// Whether each transfer has an idle timeout.
  package var hasIdleTimeout = false
  package var proxies = CurlProxies.none
  /// The path of a Unix domain socket that all requests go to; nil for none.
  package var unixSocket: String?
  /// Addresses that replace name look-ups, each in libcurl's notation: `host:port:address`.
  package var resolve: [String] = []
  /// libcurl's number of the oldest version of TLS that is accepted: 6 for TLS 1.2, 7 for TLS 1.3.
  package var minimumTLSVersion = 6
  /// The authorities that may certify servers; nil for those of the system.
  package var authorities: PEM?
  /// The certificate for servers that request one; nil for none.
  package var certificate: ClientCertificate?
  /// Whether a body without a length may end with the connection without a `close_notify` alert.
  package var acceptsMissingCloseNotify = false
  /// Whether the environment variable SSLKEYLOGFILE is ignored.
  package var ignoresKeyLogFile = false

  package init() {}

  /// A version of HTTP, or the way to agree on one.
  package enum HTTPVersion: Sendable {
    /// HTTP/2 by ALPN where libcurl may use it of itself, otherwise HTTP/1.1.
    case automatic
    case http1
    /// HTTP/2 by ALPN; a problem if libcurl must never use it.
    case http2
    /// HTTP/2 from the first byte; a problem if libcurl must never use it.
    case http2PriorKnowledge
  }

  /// Whether a connection may speak HTTP/2. A connection to a Unix domain socket does not: libcurl does not say which one a
  /// transfer uses, and so not whose frames its log shows.
  func mayUseHTTP2(isSecure: Bool, _ library: CurlLibrary) -> Bool {
    guard unixSocket == nil else { return false }
    return switch httpVersion {
    case .automatic: isSecure && library.http2 == .byDefault
    case .http1: false
    case .http2: isSecure && library.http2 != .never
    case .http2PriorKnowledge: library.http2 != .never
    }
  }

  /// Certificates or keys in PEM, in a file or in memory.
  package enum PEM: Sendable {
    case file(String)
    case data(Data)
  }

  /// A certificate and its key.
  package struct ClientCertificate: Sendable, CustomReflectable {
    let certificate: PEM
    let key: PEM
    let password: String?

    package init(_ certificate: PEM, key: PEM, password: String?) {
      self.certificate = certificate
      self.key = key
      self.password = password
    }

    /// No children, so that `dump` does not print the key or its password.
    package var customMirror: Mirror { Mirror(self, children: []) }
  }
}

extension CurlSettings {
  /// The reason why this libcurl cannot be used with the settings; nil if it can.
  func problem(with library: CurlLibrary) -> String? {
    if httpVersion == .http2 || httpVersion == .http2PriorKnowledge, let message = http2Problem(library) {
      return "httpVersion is \(httpVersion), which \(message)"
    }
    if case .data? = authorities, !library.hasAuthorityBlobs {
      return "certificate authorities from memory need libcurl 7.77; this is \(library.version)"
    }
    if case .data? = certificate?.certificate, !library.hasCertificateBlobs {
      return "a client certificate from memory needs libcurl 7.71; this is \(library.version)"
    }
    let files = [
      ("tls.authorities", authorities), ("tls.clientCertificate", certificate?.certificate),
      ("tls.clientCertificate", certificate?.key),
    ]
    for case (let name, .file(let path)?) in files where access(path, R_OK) != 0 {
      return "the file “\(path)” of \(name) cannot be read: \(POSIXErrorCode.text(errno))"
    }
    // libcurl opens a file on the thread of all calls, which a pipe without a writer would stop for good.
    for case (_, .file(let path)?) in files where PosixFile.isIrregular(path) {
      return "“\(path)” is not a regular file"
    }
    return nil
  }
}

extension CurlSettings {
  private func http2Problem(_ library: CurlLibrary) -> String? {
    if unixSocket != nil { return "cannot be had over a Unix domain socket" }
    return switch library.http2 {
    case .never: "needs libcurl 8.5 or later, built with HTTP/2; this is \(library.version)"
    case .optIn where !hasIdleTimeout:
      "needs an idleTimeout before libcurl 8.14, for nothing else may end a call whose connection fails; this is \(library.version)"
    case .optIn, .byDefault: nil
    }
  }
}

/// The proxies for http and for https URLs.
///
/// The variables of the environment are read once, when the settings are made. libcurl would read them for each transfer
/// on its own thread, while another thread may change the environment, which C does not allow.
package struct CurlProxies: Sendable {
  /// The proxy for http URLs; nil for none.
  package let plain: ProxyAddress?
  /// The proxy for https URLs; nil for none.
  package let secure: ProxyAddress?

  /// The proxies at these addresses.
  package init(plain: ProxyAddress?, secure: ProxyAddress?) {
    self.plain = plain
    self.secure = secure
  }

  /// No proxies.
  package static let none = CurlProxies(plain: nil, secure: nil)

  /// Takes the first variable that is not empty, in libcurl's order. `HTTP_PROXY` is not one of them: where a server runs
  /// programs by CGI, a client's `Proxy` field would set it (CVE-2016-5388).
  ///
  /// - Parameter variable: Returns a variable of the environment; that of the process by default.
  /// - Throws: A problem with the name of the variable and the position of the fault, for one that is not the address of a
  ///   proxy.
  package static func environment(
    _ variable: (String) -> String? = CurlProxies.variable(named:)
  ) throws(SettingProblem) -> CurlProxies {
    func first(_ names: String...) throws(SettingProblem) -> ProxyAddress? {
      guard let (name, text) = firstVariable(names, variable) else { return nil }
      do { return try ProxyAddress(text) } catch {
        throw SettingProblem(
          "the environment variable \(name) is not the address of a proxy: \(error.message)")
      }
    }
    return CurlProxies(
      plain: try first("http_proxy", "all_proxy", "ALL_PROXY"),
      secure: try first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"))
  }

  /// The first of these variables that is not empty, with its name.
  package static func firstVariable(
    _ names: [String], _ variable: (String) -> String?
  ) -> (name: String, value: String)? {
    for name in names {
      if let value = variable(name), !value.isEmpty { return (name, value) }
    }
    return nil
  }

  package static func variable(named name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
