/// The URL of an endpoint that secrets go to: `https`, or on this machine (RFC 6749 §3.1 and §3.2).
enum SecureEndpoint {
  private static let loopback: Set<String> = ["localhost", "127.0.0.1", "[::1]", "::1"]

  static func url(_ text: String, named name: String) throws(NetworkRequestError) -> URL {
    guard let url = URL(string: text), BaseURL.isScheme(url.scheme ?? ""),
      url.host(percentEncoded: true)?.isEmpty == false
    else { throw .invalidRequest(InvalidRequest(.path, "the \(name) “\(text)” is no URL of https")) }
    let origin = Origin(url)
    guard origin.scheme == "https" || loopback.contains(origin.host) else {
      let problem = "the \(name) “\(url.printable)” is not https: secrets would go to it in the clear"
      throw .invalidRequest(InvalidRequest(.path, problem))
    }
    guard url.fragment(percentEncoded: true) == nil else {
      throw .invalidRequest(InvalidRequest(.path, "the \(name) “\(url.printable)” has a fragment"))
    }
    return url
  }
}
