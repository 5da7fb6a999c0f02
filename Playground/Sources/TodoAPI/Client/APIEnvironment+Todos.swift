import Requisite

extension APIEnvironment {
  /// The public test server. It accepts writes, and forgets them at once.
  public static let placeholder = APIEnvironment(
    name: "JSONPlaceholder", baseURL: "https://jsonplaceholder.typicode.com")

  /// A server on this machine.
  public static func local(port: UInt16) -> APIEnvironment {
    APIEnvironment(name: "Local", baseURL: "http://127.0.0.1:\(port)")
  }
}
