import Requisite

extension APIEnvironment {
  /// The public test server, `https://jsonplaceholder.typicode.com`.
  ///
  /// It answers writes as if they were done, and forgets them at once. A ``PlaceholderTransport`` corrects its other
  /// peculiarities.
  public static let placeholder = APIEnvironment.placeholder(over: DefaultTransport.shared)

  /// The public test server, by a transport of your own, as a recording in a test.
  public static func placeholder(over transport: any Transport) -> APIEnvironment {
    APIEnvironment(
      name: "JSONPlaceholder", baseURL: "https://\(PlaceholderTransport.host)",
      transport: PlaceholderTransport(upstream: transport))
  }

  /// A server on this machine.
  public static func local(port: UInt16) -> APIEnvironment {
    APIEnvironment(name: "Local", baseURL: "http://127.0.0.1:\(port)")
  }

  /// The environment for an address, as from a command line. The address of JSONPlaceholder gives ``placeholder``.
  public static func named(_ address: String, over transport: any Transport = DefaultTransport.shared)
    -> APIEnvironment
  {
    let isPlaceholder = URL(string: address)?.host?.lowercased() == PlaceholderTransport.host
    return isPlaceholder
      ? .placeholder(over: transport) : APIEnvironment(baseURL: address, transport: transport)
  }

  /// True where writes are answered as if they were done, and are not.
  public var forgetsWrites: Bool { transport is PlaceholderTransport }
}
