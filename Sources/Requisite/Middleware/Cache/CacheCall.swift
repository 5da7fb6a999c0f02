/// A request that a cache can answer, with its key and its directives for the cache.
///
/// An object, because each stage of the call would keep a copy of its parts.
final class CacheCall: Sendable {
  let request: TransportRequest
  let key: CachedResponse.Key
  let control: CacheControl
  let identity: CallIdentity
  /// True if no caller waits for the response.
  let isInBackground: Bool

  private init(
    _ request: TransportRequest, _ key: CachedResponse.Key, _ control: CacheControl, _ identity: CallIdentity,
    isInBackground: Bool = false
  ) {
    (self.request, self.key, self.control, self.identity) = (request, key, control, identity)
    self.isInBackground = isInBackground
  }

  /// A request that no cache can answer.
  struct Bypass: Error { let reason: CacheDecision.Reason }

  @inline(__always)
  static func prepared(
    for request: TransportRequest, by policy: CachePolicy, _ layers: IdentifyingLayers
  ) async -> Result<CacheCall, Bypass> {
    if let bypass = bypass(of: request) { return .failure(bypass) }
    // Terminal transports note in the record what they send, and authenticators the user of the call.
    let request = request.recorded(on: request.clock)
    let identity = layers.addNothing(to: request) ? CallIdentity.none : await layers.identity(of: request)
    return prepared(for: request, by: policy, identity)
  }

  // Never inlined, so that its variables are not part of the frame that waits for the response.
  @inline(never)
  private static func prepared(
    for request: TransportRequest, by policy: CachePolicy, _ identity: CallIdentity?
  ) -> Result<CacheCall, Bypass> {
    guard let identity else { return .failure(Bypass(reason: .unknownUser)) }
    guard let key = CachedResponse.Key(request.url, partition: policy.partition(of: request, identity)) else {
      return .failure(Bypass(reason: .uncacheableRequest))
    }
    var control = request.options.cache.control
    control.add(request.headers, ofRequest: true)
    return .success(CacheCall(request, key, control, identity))
  }

  /// Why no cache can answer the request, for any user.
  @inline(never)
  private static func bypass(of request: TransportRequest) -> Bypass? {
    // A new credential is wanted, and the user is not known without it.
    guard !CredentialRefresh.isInProgress else { return Bypass(reason: .unknownUser) }
    guard request.body.isNone else { return Bypass(reason: .uncacheableRequest) }
    return hasConditions(request) ? Bypass(reason: .conditional) : nil
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

  /// Returns a copy that runs without a caller: in the standard mode, without the deadline and the progress of the call that led
  /// to it.
  func inBackground() -> CacheCall {
    let request = TransportRequest(
      method: request.method, url: request.url, headers: request.headers,
      options: request.options.with(\.cache, .standard).with(\.sharedDeadline, nil).with(\.onProgress, nil))
    let record = CallRecord(on: self.request.clock)
    record.copyUsers(of: self.request.record)
    return CacheCall(
      request.recorded(on: record.clock, in: record), key, CacheControl(request.headers, ofRequest: true),
      identity,
      isInBackground: true)
  }

  /// What was sent for a stored response, for layers further out: what the key contains, and no more.
  func exchange(by layers: IdentifyingLayers, status: Int) -> Exchange {
    var sent = request
    if let cookie = identity.cookie { sent.headers.append(cookie) }
    for (source, user) in zip(layers.sources, identity.users) where !user.name.text.isEmpty {
      sent.options.appliedCredentials.append(AppliedCredential(in: sent, of: user.name.text, from: source))
    }
    return Exchange(sent, status: status)
  }

  /// True if the request asks for a part of the response (`Range`).
  var isForRange: Bool { request.headers.contains(.range) }

  /// True if the request has conditions that only the server can evaluate. A range in a `GET` does not count: a stored
  /// response can satisfy it.
  private static func hasConditions(_ request: TransportRequest) -> Bool {
    let mayHaveRange = request.method == .get && request.headers.contains(.range)
    return request.headers.withFields { fields in
      fields.contains { conditions.contains($0.name) || !mayHaveRange && rangeFields.contains($0.name) }
    }
  }

  private static let conditions: [HTTPHeaderName] = [
    .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince,
  ]
  private static let rangeFields: [HTTPHeaderName] = [.range, .ifRange]
}

extension CachePolicy {
  /// Returns the partition of a request's response: a hash of what separates users; empty if nothing does.
  func partition(of request: TransportRequest, _ identity: CallIdentity) -> String {
    var text = ""
    // With its length, no part can be taken for another. No name of a field is “=” or “/”, or begins with “@”.
    func add(_ name: String, _ value: String) { text += "\(name):\(value.utf8.count):\(value)\n" }
    if let partition = request.options.cachePartition { add("=", partition) }
    for user in identity.users where !user.name.text.isEmpty { add("@\(user.source)", user.name.text) }
    // Such a body is not decoded. `Vary` tells the codings apart.
    if request.keepsCoding { add("/", "as it was sent") }
    for field in identity.fields(of: request) where field.separates(request, ignoring: ignoredFields) {
      add(ASCII.lowercased(field.name.rawValue), field.value)
    }
    return text.isEmpty ? "" : SHA256.hexadecimal(text)
  }
}

extension CacheTransport {
  /// Returns why a response answers no other call that has the key of this one; nil if it does: by ``SharingRule``, and
  /// because a response after a redirect is that of another URL, or that of a request without its credentials.
  @inline(never)
  func refusal(
    of response: TransportResponse, to call: CacheCall, _ fetch: CacheFetch
  ) -> CacheDecision.Refusal? {
    let request = call.request
    let exchanges = fetch.exchanges(of: call)
    guard !exchanges.contains(where: \.isRedirected),
      response.url == request.url
        || CachedResponse.Key(response.url, partition: call.key.partition) == call.key
    else { return .redirected }
    let rule = SharingRule(
      request: request, identity: call.identity, layers: layers, ignored: policy.ignoredFields)
    return rule.refusal(of: exchanges, endingIn: response)
  }
}
