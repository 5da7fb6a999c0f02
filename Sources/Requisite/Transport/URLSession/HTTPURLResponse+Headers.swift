extension HTTPURLResponse {
  /// The fields in the order of their names: Foundation keeps no other. White space behind a value is no part of it
  /// (RFC 9110 §5.5); Foundation on Linux leaves it there. Fields of one name are joined, but for `Set-Cookie`.
  var requisiteHeaders: HTTPHeaders {
    let fields = allHeaderFields.flatMap { name, value -> [HTTPHeader] in
      guard let name = (name as? String).map({ HTTPHeaderName($0) }), let value = value as? String else {
        return []
      }
      let values = name == .setCookie ? SetCookieValues.split(value) : [String(ASCII.trimmed(value[...]))]
      return values.map { HTTPHeader(name, $0) }
    }
    return HTTPHeaders(fields.sorted { $0.name.rawValue < $1.name.rawValue })
  }
}
