/// The server that clients call.
package struct BenchmarkServer: Sendable {
  /// The URL in front of each path.
  package let base: String
  /// The file of the authority that certifies the server; nil without TLS.
  package let authority: String?

  package init(base: String, authority: String?) { (self.base, self.authority) = (base, authority) }

  /// A server without TLS on a loopback port.
  package init(port: UInt16) { (base, authority) = ("http://127.0.0.1:\(port)", nil) }

  /// A server with TLS on a loopback port.
  package init(port: UInt16, authority: String) {
    (base, self.authority) = ("https://127.0.0.1:\(port)", authority)
  }
}
