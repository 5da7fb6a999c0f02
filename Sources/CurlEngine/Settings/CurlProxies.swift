/// The proxies for http and for https URLs.
///
/// The variables of the environment are read once, when the settings are made. libcurl would read them for each transfer
/// on its own thread, while another thread may change the environment, which C does not allow.
package struct CurlProxies: Sendable, CustomStringConvertible, CustomReflectable {
  /// The proxy for http URLs; nil for none.
  package let plain: ProxyAddress?
  /// The proxy for https URLs; nil for none.
  package let secure: ProxyAddress?

  /// The proxies at these addresses.
  package init(plain: ProxyAddress?, secure: ProxyAddress?) { (self.plain, self.secure) = (plain, secure) }

  /// The proxies without their user names and passwords.
  package var description: String {
    "http: \(plain?.description ?? "none"), https: \(secure?.description ?? "none")"
  }
  /// The ``description`` alone, so that `dump` does not print the password of a proxy either.
  package var customMirror: Mirror { Mirror(self, children: ["proxies": description]) }

  /// No proxies.
  package static let none = CurlProxies(plain: nil, secure: nil)

  /// Takes the first variable that is not empty, in libcurl's order. `HTTP_PROXY` is not one of them: where a server runs
  /// programs by CGI, a client's `Proxy` field would set it (CVE-2016-5388).
  ///
  /// - Parameter variable: Returns a variable of the environment; that of the process by default.
  /// - Throws: `.option`, with the name of the variable and the place of the fault, for one that is not the address of a
  ///   proxy.
  package static func environment(
    _ variable: (String) -> String? = CurlProxies.variable(named:)
  ) throws(CurlProblem) -> CurlProxies {
    func first(_ names: String...) throws(CurlProblem) -> ProxyAddress? {
      guard let (name, text) = firstVariable(names, variable) else { return nil }
      do { return try ProxyAddress(text) } catch {
        throw .option("the environment variable \(name) is not the address of a proxy: \(error.words)")
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

  /// Sets the proxy for a request. Always sets all options, so that libcurl does not read the environment. User name and
  /// password are options of their own, so that no message of libcurl about the proxy can contain them.
  func apply(to handle: CurlHandle, for request: CurlRequest) throws(CurlProblem) {
    let proxy = request.isDirect ? nil : request.isSecure ? secure : plain
    (handle.proxy, handle.isDirect) = (proxy, request.isDirect)
    try handle.set(.proxy, proxy?.description ?? "")
    try handle.set(.proxyUser, proxy?.user)
    try handle.set(.proxyPassword, proxy?.password)
    try handle.set(.noProxy, "")
  }
}
