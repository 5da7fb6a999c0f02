extension TransportRequest {
  /// The request for Foundation. The only place where a `URLRequest` is made.
  ///
  /// Fields that are repeated are joined by a comma, for a `URLRequest` keeps one value a name. A body in memory is
  /// its `httpBody`; one in a file or a stream is left out, for a `URLRequest` cannot send it twice. The idle
  /// timeout is rounded up to whole seconds, the finest that Foundation on Linux knows.
  public var urlRequest: URLRequest {
    var request = URLRequest(url: url)
    if method != .get { request.httpMethod = method.rawValue }  // setting what holds anyway is not cheap
    request.allHTTPHeaderFields = foundationHeaders
    if case .data(let data) = body.content { request.httpBody = data }
    if let timeout = options.timeout { request.timeoutInterval = timeout.foundationTimeout }
    return request
  }

  private var foundationHeaders: [String: String] {
    var fields: [String: String] = [:]
    fields.reserveCapacity(headers.count + 1)
    for field in headers {
      guard let name = fields.keys.first(where: { ASCII.equalIgnoringCase($0, field.name.rawValue) }) else {
        fields[field.name.rawValue] = field.value
        continue
      }
      fields[name, default: ""] += ", \(field.value)"
    }
    return fields
  }
}

extension Duration {
  /// The duration as whole seconds, rounded up, between one second and ten years: what `URLRequest` can bear.
  fileprivate var foundationTimeout: TimeInterval {
    let (seconds, attoseconds) = components
    return TimeInterval(min(max(1, seconds + (attoseconds > 0 ? 1 : 0)), 315_360_000))
  }
}
