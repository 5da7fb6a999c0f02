/// A request that a cache can answer, with its key and its directives for the cache.
struct CacheCall: Sendable {
  let request: TransportRequest
  let key: CacheKey
  let control: CacheControl
  /// True if no caller waits for the response.
  var isInBackground = false

  /// A request that no cache can answer.
  struct Bypass: Error { let reason: CacheDecision.Reason }

  static func made(of request: TransportRequest, by policy: CachePolicy) -> Result<CacheCall, Bypass> {
    guard request.body.isNone else { return .failure(Bypass(reason: .uncacheableRequest)) }
    guard !hasConditions(request) else { return .failure(Bypass(reason: .conditional)) }
    guard let key = CacheKey(request.url, partition: policy.partition(of: request)) else {
      return .failure(Bypass(reason: .uncacheableRequest))
    }
    var control = request.options.cache.control
    control.add(request.headers, ofRequest: true)
    return .success(CacheCall(request: request, key: key, control: control))
  }

  /// True if the response is one to this request, not one to which a redirect led. One that a redirect led back to does
  /// not count either: it may be that of a request without its credentials, and the next request may be redirected
  /// elsewhere.
  func isAnswered(by response: TransportResponse) -> Bool {
    guard response.redirectCount == 0 else { return false }
    return response.url == request.url || CacheKey(response.url, partition: key.partition) == key
  }

  /// True if no stored response may be used.
  var ignoresStored: Bool { request.options.cache.ignoresStored }

  /// Returns the request as it is sent to the server: with the directives of its mode, and with conditions.
  func forwarded(with conditions: HTTPHeaders?) -> TransportRequest {
    let directives = request.options.cache.directives
    guard !directives.isEmpty || conditions != nil else { return request }
    var forwarded = request
    if !directives.isEmpty { forwarded.headers.append(HTTPHeader(.cacheControl, directives)) }
    for field in conditions ?? HTTPHeaders() { forwarded.headers.append(field) }
    return forwarded
  }

  /// Returns a copy that runs without a caller: in the standard mode, without the deadline of the call that led to it.
  func inBackground() -> CacheCall {
    let request = TransportRequest(
      method: request.method, url: request.url, headers: request.headers,
      options: request.options.with(\.cache, .standard).with(\.sharedDeadline, nil))
    return CacheCall(
      request: request, key: key, control: CacheControl(request.headers, ofRequest: true),
      isInBackground: true)
  }

  /// True if the request asks for a part of the response (`Range`).
  var isForRange: Bool { request.headers.contains(.range) }

  /// True if the request has conditions that only the server can evaluate. A range in a `GET` does not count: a stored
  /// response can satisfy it.
  private static func hasConditions(_ request: TransportRequest) -> Bool {
    let mayHaveRange = request.method == .get && request.headers.contains(.range)
    return request.headers.contains { field in
      conditions.contains(field.name) || !mayHaveRange && rangeFields.contains(field.name)
    }
  }

  private static let conditions: [HTTPHeaderName] = [
    .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
  ]
  private static let rangeFields: [HTTPHeaderName] = [.range, .ifRange]
}

extension CachePolicy {
  /// Returns the partition of a request's response: a hash of the fields that identify a user; empty without such fields.
  func partition(of request: TransportRequest) -> String {
    var text = request.options.cachePartition.map { "=\($0)\n" } ?? ""
    for field in request.headers where identifyingFields.contains(field.name) {
      text += "\(ASCII.lowercased(field.name.rawValue)):\(field.value)\n"
    }
    if identifyingFields.contains(.cookie), let cookies = CookieExchange(request)?.added {
      text += "cookie:\(cookies)\n"
    }
    return text.isEmpty ? "" : SHA256.hexadecimal(text)
  }
}
