/// A request that a cache can answer, with its key and its directives for the cache.
///
/// An object, because each stage of the call would keep a copy of its parts.
final class CacheCall: Sendable {
  let request: TransportRequest
  let key: CacheKey
  let control: CacheControl
  let identity: CallIdentity
  /// True if no caller waits for the response.
  let isInBackground: Bool

  private init(
    _ request: TransportRequest, _ key: CacheKey, _ control: CacheControl, _ identity: CallIdentity,
    isInBackground: Bool = false
  ) {
    (self.request, self.key, self.control, self.identity) = (request, key, control, identity)
    self.isInBackground = isInBackground
  }

  /// A request that no cache can answer.
  struct Bypass: Error { let reason: CacheDecision.Reason }

  @inline(__always)
  static func made(
    of request: TransportRequest, by policy: CachePolicy, _ layers: IdentifyingLayers
  ) async -> Result<CacheCall, Bypass> {
    if let bypass = bypass(of: request) { return .failure(bypass) }
    let identity = layers.addNothing(to: request) ? CallIdentity.none : await layers.identity(of: request)
    return made(of: request, by: policy, identity)
  }

  // Never inlined, so that its variables are not part of the frame that waits for the response.
  @inline(never)
  private static func made(
    of request: TransportRequest, by policy: CachePolicy, _ identity: CallIdentity?
  ) -> Result<CacheCall, Bypass> {
    guard let identity else { return .failure(Bypass(reason: .unknownUser)) }
    guard let key = CacheKey(request.url, partition: policy.partition(of: request, identity)) else {
      return .failure(Bypass(reason: .uncacheableRequest))
    }
    var control = request.options.cache.control
    control.add(request.headers, ofRequest: true)
    return .success(CacheCall(request, key, control, identity))
  }

  /// Why no cache can answer the request, whoever its user is.
  @inline(never)
  private static func bypass(of request: TransportRequest) -> Bypass? {
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

  /// Returns a copy that runs without a caller: in the standard mode, without the deadline of the call that led to it.
  func inBackground() -> CacheCall {
    let request = TransportRequest(
      method: request.method, url: request.url, headers: request.headers,
      options: request.options.with(\.cache, .standard).with(\.sharedDeadline, nil))
    return CacheCall(
      request, key, CacheControl(request.headers, ofRequest: true), identity, isInBackground: true)
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
    // With its length, no part can be taken for another. No name of a field is “=” or “@”.
    func add(_ name: String, _ value: String) { text += "\(name):\(value.utf8.count):\(value)\n" }
    if let partition = request.options.cachePartition { add("=", partition) }
    for user in identity.users where !user.text.isEmpty { add("@", user.text) }
    for field in identity.fields(of: request) where separates(field, request) {
      add(ASCII.lowercased(field.name.rawValue), field.value)
    }
    return text.isEmpty ? "" : SHA256.hexadecimal(text)
  }

  /// True if the field may tell users apart: it is neither known to be harmless nor the id of the call.
  func separates(_ field: HTTPHeader, _ request: TransportRequest) -> Bool {
    !field.name.isHarmlessElsewhere && !ignoredFields.contains(field.name)
      && field.value != request.id.description
  }
}

extension CacheTransport {
  /// True if a response answers all calls that have the key of this one because no redirect was followed and no layer inside
  /// has changed a field, as nearly always: all that ``refusal(of:to:)`` compares would be compared with itself.
  func isPlainly(_ response: TransportResponse, to call: CacheCall) -> Bool {
    guard response.redirectCount == 0, response.url == call.request.url else { return false }
    guard let sent = response.sent else { return true }
    return call.identity.cookie == nil && sent.options.appliedCredentials.isEmpty
      && sent.headers.isIdentical(to: call.request.headers)
  }

  /// Returns why a response answers no other call that has the key of this one; nil if it does.
  ///
  /// A response after a redirect is that of another URL, or, if the redirect led back, it may be that of a request without
  /// its credentials. Any other response answers equal calls if its request had nothing that the key does not contain.
  func refusal(
    of response: TransportResponse, to call: CacheCall
  ) async -> CacheDecision.Refusal? {
    let request = call.request
    guard response.redirectCount == 0,
      response.url == request.url || CacheKey(response.url, partition: call.key.partition) == call.key
    else { return .redirected }
    guard !isPlainly(response, to: call), let sent = response.sent else { return nil }
    let hasCredentials = !sent.options.appliedCredentials.isEmpty
    // Without a credential, also of a layer that is not seen, there is no user to ask about.
    let isOfUser =
      if hasCredentials {
        await layers.haveSent(call.identity, response, to: request)
      } else {
        IdentifyingLayers.cookies(of: call.identity, agreeWith: sent, to: request)
      }
    guard isOfUser else { return .unknownUser }
    let known = call.identity.fields(of: request)
    let credentials = sent.options.appliedCredentials.flatMap(\.names)
    let hidden = sent.headers.first { field in
      !known.contains(field) && !credentials.contains(field.name) && policy.separates(field, request)
    }
    if let hidden { return .addedField(hidden.name) }
    guard let vary = VaryingFields(vary: response.headers, request: known) else { return nil }
    return vary.firstDifference(in: sent.headers).map { .addedField($0) }
  }
}
