import Requisite

extension APIEnvironment {
  /// The public test server, `https://jsonplaceholder.typicode.com`.
  ///
  /// The server answers writes as if they were done, but stores nothing. A ``PlaceholderTransport`` corrects its other
  /// peculiarities.
  public static let placeholder = APIEnvironment.placeholder(over: DefaultTransport.shared)

  /// The public test server, over a transport of your own, such as a recording in a test.
  public static func placeholder(over transport: any Transport) -> APIEnvironment {
    APIEnvironment(
      name: "JSONPlaceholder", baseURL: "https://\(PlaceholderTransport.host)",
      transport: PlaceholderTransport(upstream: transport))
  }

  /// A server on this machine, at that port of 127.0.0.1.
  public static func local(port: UInt16) -> APIEnvironment {
    APIEnvironment(name: "Local", baseURL: "http://127.0.0.1:\(port)")
  }

  /// The environment for an address, such as one from a command line; ``placeholder`` for the address of
  /// JSONPlaceholder.
  public static func named(_ address: String, over transport: any Transport = DefaultTransport.shared)
    -> APIEnvironment
  {
    let isPlaceholder = URL(string: address)?.host?.lowercased() == PlaceholderTransport.host
    return isPlaceholder
      ? .placeholder(over: transport) : APIEnvironment(baseURL: address, transport: transport)
  }

  /// True if the server answers writes as if they were done, but stores nothing.
  public var forgetsWrites: Bool { baseURL == APIEnvironment.placeholder.baseURL }
}
