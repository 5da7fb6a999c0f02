extension Transport {
  /// Lets equal calls at the same time share one request: three views that load the same list send one request.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.retried().duplicatesRemoved()
  /// ```
  /// Two calls are equal if their method, URL, header fields and options are equal, and if the authenticators and cookie jars
  /// inside add the credentials of the same user (``Authenticator/identity(of:)``). Only safe methods (RFC 9110 §9.2.1)
  /// without a body are shared, and only responses in memory: a stream can be read once, and a file has one owner. All
  /// other calls pass through unchanged.
  ///
  /// Each call gets the response, or the error, with its own request and id. The timeline of a call that joined shows
  /// that it joined, how long it waited, and what the shared call did; steps from before it joined have a negative start.
  /// If a call is cancelled, or its deadline passes, the others continue; when the last one gives up, the request is
  /// cancelled. No response is stored: a call that starts after the response has arrived sends a request of its own.
  ///
  /// Options are compared if their types are `Equatable`; all other options count as equal.
  ///
  /// Place this layer outside all layers that wait or send, so that their work is shared too.
  ///
  /// - Parameter ignored: The names of header fields that make no difference to the response. By default those that
  ///   identify a single call: `traceparent`, `tracestate` and `X-Request-ID`. All others are compared, because a field
  ///   that the library does not know may be a credential, and a response for one user must not go to another.
  public func duplicatesRemoved(
    ignoring ignored: Set<HTTPHeaderName> = [.traceparent, .tracestate, .xRequestID]
  ) -> some Transport {
    DeduplicationTransport(upstream: self, ignored: ignored)
  }
}

/// The transport that lets equal calls at the same time share one request.
struct DeduplicationTransport<Upstream: Transport>: Transport {
  private let upstream: Upstream
  private let ignored: Set<HTTPHeaderName>
  /// The layers inside, which are found once.
  private let layers: IdentifyingLayers
  private let requests: SharedRequests

  init(upstream: Upstream, ignored: Set<HTTPHeaderName>) {
    self.upstream = upstream
    self.ignored = ignored
    layers = IdentifyingLayers(in: upstream)
    requests = SharedRequests { await upstream.outcome(of: $0) }
  }

  /// The number of calls that wait for a response, their own or a shared one.
  var waiterCount: Int { requests.waiterCount }

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard DuplicateKey.mayShare(request) else { return try await upstream.send(request) }
    let known = layers.addNothing(to: request) ? CallIdentity.none : await layers.identity(of: request)
    guard let identity = known else { return try await upstream.send(request) }
    let key = DuplicateKey(request, identity, ignoring: ignored)
    let start = request.record?.now ?? .zero
    let end = await requests.result(of: request, for: key)
    let response = try end.response(to: request, since: start).get()
    // The user may have changed since the calls were found to be equal.
    if end.isJoined, await !layers.haveSent(identity, response, to: request) {
      return try await upstream.send(request)
    }
    return response
  }
}

/// The parts of a request that must be equal for two calls to share a response.
///
/// An object, because a call holds its key in several places.
final class DuplicateKey: Sendable {
  private let method: HTTPMethod
  private let url: String
  private let headers: HTTPHeaders
  private let options: RequestOptions
  private let identity: CallIdentity
  /// Computed once, because a look-up reads it several times.
  private let hash: Int

  /// True if a call may share a response with others.
  static func mayShare(_ request: TransportRequest) -> Bool {
    request.method.isSafe && request.delivery == .buffered && request.body.isNone
  }

  /// Creates the key of a call that may be shared.
  init(_ request: TransportRequest, _ identity: CallIdentity, ignoring ignored: Set<HTTPHeaderName>) {
    self.identity = identity
    method = request.method
    url = request.url.absoluteString
    options = request.options
    var hasher = Hasher()
    hasher.combine(method)
    hasher.combine(url)
    hash = hasher.finalize()
    let isPlain = !request.headers.contains { ignored.contains($0.name) }
    headers = isPlain ? request.headers : HTTPHeaders(request.headers.filter { !ignored.contains($0.name) })
  }
}

extension DuplicateKey: Hashable {
  static func == (left: DuplicateKey, right: DuplicateKey) -> Bool {
    // Mostly a call finds its own key.
    if left === right { return true }
    return left.hash == right.hash && left.method == right.method && left.url == right.url
      && left.headers == right.headers && left.identity == right.identity
      && left.options.agrees(with: right.options)
  }

  /// Hashes only the method and the URL, which distinguish nearly all calls; `==` compares the rest.
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
