/// The proxies for http and for https URLs, in libcurl's notation.
///
/// The variables of the environment are read once, when the settings are made. libcurl would read them for each transfer
/// on its own thread, while another thread may change the environment, which C does not allow.
package struct CurlProxies: Sendable, CustomStringConvertible, CustomReflectable {
  /// The proxy for http URLs; empty for none.
  package let plain: String
  /// The proxy for https URLs; empty for none.
  package let secure: String
  /// The hosts that are reached directly, separated by commas.
  package let exceptions: String

  /// The proxies at these URLs.
  package init(plain: String, secure: String, exceptions: String) {
    (self.plain, self.secure, self.exceptions) = (plain, secure, exceptions)
  }

  /// The proxies without their user names and passwords.
  package var description: String {
    "http: \(Self.printable(plain)), https: \(Self.printable(secure)), except: \(exceptions)"
  }
  /// The ``description`` alone, so that `dump` does not print the password of a proxy either.
  package var customMirror: Mirror { Mirror(self, children: ["proxies": description]) }

  /// No proxies.
  package static let none = CurlProxies(plain: "", secure: "", exceptions: "")

  /// Takes the first variable that is not empty, in libcurl's order. `HTTP_PROXY` is not one of them: where a server runs
  /// programs by CGI, a client's `Proxy` field would set it (CVE-2016-5388).
  ///
  /// - Parameter variable: Returns a variable of the environment; that of the process by default.
  package static func environment(
    _ variable: (String) -> String? = CurlProxies.variable(named:)
  ) -> CurlProxies {
    func first(_ names: String...) -> String {
      names.lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
    }
    return CurlProxies(
      plain: first("http_proxy", "all_proxy", "ALL_PROXY"),
      secure: first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"),
      exceptions: first("no_proxy", "NO_PROXY"))
  }

  package static func variable(named name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Sets the proxy for URLs of one scheme. Always sets both options, so that libcurl does not read the environment.
  func apply(to handle: CurlHandle, isSecure: Bool) throws(CurlProblem) {
    (handle.proxy, handle.hasExceptions) = (isSecure ? secure : plain, !exceptions.isEmpty)
    try handle.set(.proxy, handle.proxy)
    try handle.set(.noProxy, exceptions)
  }

  /// Returns a proxy without its user name and password: without what stands before its last `@`, but for a scheme.
  static func printable(_ proxy: String) -> String {
    guard let at = proxy.lastIndex(of: "@") else { return proxy }
    return "\(scheme(of: proxy))\(proxy[proxy.index(after: at)...])"
  }

  /// Whether a message of libcurl is about a connection to this proxy: “Failed to connect to proxy.test port 3128 …” up to
  /// 8.11, “… to api.test port 443 via proxy.test …” as of 8.19, “… to api.test:443 over proxy proxy.test …” as of 8.23.
  static func isNamed(_ proxy: String, in message: String) -> Bool {
    let name = printable(proxy)
    let authority = name.dropFirst(scheme(of: name).count).prefix { $0 != "/" }
    let isAddress = authority.first == "["
    let host = isAddress ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    let port = authority.dropFirst(host.count + (isAddress ? 2 : 0)).dropFirst()
    return [" to \(host) port \(port)", " via \(host) ", " over proxy \(host) "].contains {
      message.contains($0)
    }
  }

  private static func scheme(of proxy: String) -> Substring {
    proxy.firstRange(of: "://").map { proxy[..<$0.upperBound] } ?? ""
  }
}
