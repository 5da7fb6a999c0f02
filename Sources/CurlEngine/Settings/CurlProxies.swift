/// The proxies for http and for https URLs, in libcurl's notation.
///
/// The variables of the environment are read once, when the settings are made. libcurl would read them for each transfer
/// on its own thread, while another thread may change the environment, which C does not allow.
package struct CurlProxies: Sendable {
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
    try handle.set(.proxy, isSecure ? secure : plain)
    try handle.set(.noProxy, exceptions)
  }
}
