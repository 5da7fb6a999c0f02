import Foundation

extension URL {
  /// Where tests that talk to stubs send their requests.
  static let api = URL.api("/")

  /// A path below that.
  static func api(_ path: String, host: String = "api.example.com") -> URL {
    URL(string: "https://\(host)\(path)") ?? URL(fileURLWithPath: path)
  }
}
