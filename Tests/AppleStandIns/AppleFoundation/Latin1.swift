import FoundationNetworking

extension URLResponse {
  /// As Apple's: each byte of a header value is a character of Latin-1. Foundation on Linux reads values as UTF-8.
  var asLatin1: URLResponse {
    guard let http = self as? HTTPURLResponse, let url = http.url else { return self }
    let fields = http.allHeaderFields.compactMap { name, value in
      (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
    }
    guard fields.contains(where: { !$0.1.utf8.allSatisfy { $0 < 0x80 } }) else { return self }
    let latin1 = fields.map { ($0.0, String(String.UnicodeScalarView($0.1.utf8.map { Unicode.Scalar($0) }))) }
    return HTTPURLResponse(
      url: url, statusCode: http.statusCode, httpVersion: "HTTP/1.1",
      headerFields: Dictionary(latin1) { first, _ in first }) ?? self
  }
}
