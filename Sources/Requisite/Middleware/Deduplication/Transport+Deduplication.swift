extension Transport {
  /// Lets equal calls at the same time share one request: three views that load the same list send one request.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.retried().duplicatesRemoved()
  /// ```
  /// Two calls are equal if their method, URL, header fields and options are equal, and if the authenticators and cookie jars
  /// inside add the credentials of the same user (``Authenticator/identity(of:)``). Only safe methods (RFC 9110 §9.2.1)
  /// without a body are shared, and only responses in memory: a stream can be read once, and a file has one owner. All
  /// other calls, and those of a ``CredentialRefresh``, pass through unchanged.
  ///
  /// **For whom**: a response is shared only if it is known what was sent for it, and nothing was sent that equal calls do not
  /// have in common. So the base must be a ``TerminalTransport``, and a layer of your own inside may neither add a field that
  /// may tell users apart nor build the request anew. Otherwise each call that waited sends its own request.
  ///
  /// The first of equal calls sends in its own task, with its priority and its task-local values. If it gives up, because it
  /// is cancelled or its deadline passes, the next one that waits sends anew. A waiting call that gives up only leaves. No
  /// response is stored: a call that starts after the response has arrived sends a request of its own. So does a call that
  /// starts after a change of the resource: after the response to an unsafe method, to its URL or one that the response names
  /// (RFC 9111 §4.4), through this layer or any cache on the store of a cache that the shared call has passed.
  ///
  /// Each call gets the response, or the error, with its own request and id. The timeline of a call that joined shows
  /// that it joined, how long it waited, and what the shared call did; steps from before it joined have a negative start.
  ///
  /// The key of an option says whether two values may share a response: equal ones, unless it says otherwise
  /// (``RequestOptionKey/mayShareResponse(_:_:)``). A call with ``RequestOptions/onProgress`` sends its own request, because it
  /// wants to see that. Deadlines and encoders are not compared: each call keeps its own deadline.
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
  let upstream: Upstream
  private let ignored: Set<HTTPHeaderName>
  /// The layers inside, which are found once.
  private let layers: IdentifyingLayers
  private let flights = Locked(SharedFlights<DuplicateKey, Flight>())
  private let waiters = Waiters<SharedWait>()
  /// The URLs that calls through this layer have changed.
  private let changes = ChangeJournal()

  init(upstream: Upstream, ignored: Set<HTTPHeaderName>) {
    self.upstream = upstream
    self.ignored = ignored
    layers = IdentifyingLayers(in: upstream)
  }

  /// The number of calls that wait for a response, their own or a shared one.
  var waiterCount: Int { flights.withLock { $0.waiterCount } }

  func send(_ received: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard DuplicateKey.mayShare(received) else { return try await pass(received) }
    let request = received.noting(changes)
    let known = layers.addNothing(to: request) ? CallIdentity.none : await layers.identity(of: request)
    guard let identity = known else { return try await upstream.send(request) }
    var key = DuplicateKey(request, identity, ignoring: ignored)
    while true {
      if let deadline = begin(key, request) {
        return try await sendForAll(SharedCall(request, until: deadline), key)
      }
      guard isOutdated(key) else { return try await join(key, request) }
      key = key.next(request, ignoring: ignored)
    }
  }

  /// Sends a call that is not shared, and notes what it has changed.
  private func pass(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !request.method.isSafe else { return try await upstream.send(request) }
    let result = await upstream.outcome(of: request)
    for key in request.changedURLs(by: result) { changes.add(key.url) }
    return try result.get()
  }

  /// True if the flight that is under way began before a change of its resource.
  private func isOutdated(_ key: DuplicateKey) -> Bool {
    flights.withLock { $0.call(of: key)?.record }?.isOutdated == true
  }

  /// Begins a flight. Returns the deadline that its calls share, `.some(nil)` for none; nil if a flight is under way.
  @inline(never)
  private func begin(_ key: DuplicateKey, _ request: TransportRequest) -> CallDeadline?? {
    flights.withLock { flights in
      let deadline = request.deadline.map(CallDeadline.init(sharing:))
      return flights.begin(key, Flight(of: request, until: deadline)) ? .some(deadline) : nil
    }
  }

  /// Sends in the task of the caller for all equal calls.
  @inline(__always)
  private func sendForAll(
    _ call: SharedCall, _ key: DuplicateKey
  ) async throws(NetworkRequestError) -> TransportResponse {
    let result: Result<TransportResponse, NetworkRequestError> =
      Task.isCancelled ? .failure(.cancelled(call.request)) : await upstream.outcome(of: call.sent)
    end(call, key, result)
    return try result.get()
  }

  @inline(never)
  private func end(
    _ call: SharedCall, _ key: DuplicateKey, _ result: Result<TransportResponse, NetworkRequestError>
  ) {
    if case .failure = result, call.hasGivenUp {
      guard let next = flights.withLock({ $0.handOver(key) }) else { return }
      return waiters.resume(next.ticket, returning: .sends(until: next.call.deadline))
    }
    let waiting = flights.withLock { $0.end(key) }
    guard !waiting.isEmpty else { return }
    let isShared = call.refusal(of: result, key.identity, layers, ignored) == nil
    for ticket in waiting { waiters.resume(ticket, returning: .ended(call, result, isShared: isShared)) }
  }

  /// Waits for the flight that is under way. Sends if no other call does any more, or if the response is not shared.
  private func join(
    _ key: DuplicateKey, _ request: TransportRequest
  ) async throws(NetworkRequestError) -> TransportResponse {
    let start = request.record?.now ?? .zero
    func note(_ detail: String) { request.record?.note("dedupe", "joined", since: start, detail: detail) }
    switch await wait(key, request) {
    case .ended(let call, let result, let isShared):
      // The user may have logged out since the calls were found to be equal.
      guard isShared, await isStillOf(key.identity, request) else {
        note("the call \(call.request.id), whose response is not shared")
        return try await upstream.send(request)
      }
      note("the call \(call.request.id)")
      return try call.shared(result, with: request).get()
    case .sends(let deadline):
      note("a call that gave up")
      flights.withLock { $0.update(key, Flight(of: request, until: deadline)) }
      return try await sendForAll(SharedCall(request, until: deadline), key)
    case .cancelled:
      note("and left before the end")
      throw .cancelled(request)
    }
  }

  private func isStillOf(_ identity: CallIdentity, _ request: TransportRequest) async -> Bool {
    if layers.sources.isEmpty { return true }
    return await layers.identity(of: request)?.users == identity.users
  }

  private func wait(_ key: DuplicateKey, _ request: TransportRequest) async -> SharedWait {
    await waiters.wait(orIfCancelled: .cancelled) { ticket in
      var shared: CallDeadline?
      let end = flights.withLock { flights -> SharedWait? in
        if let flight = flights.join(key, ticket) {
          shared = flight.deadline
          return nil
        }
        // The flight has ended meanwhile.
        let deadline = request.deadline.map(CallDeadline.init(sharing:))
        return flights.begin(key, Flight(of: request, until: deadline)) ? .sends(until: deadline) : nil
      }
      // Layers below start no wait that is longer than all deadlines. Outside of the lock, because this reads a clock.
      shared?.extend(to: request.deadline)
      return end
    } leave: { [flights] ticket in
      flights.withLock { $0.leave(key, ticket) }
    }
  }
}

/// What calls that join have in common. Not nested in the transport, which is generic: Swift would look the type up in each call.
private struct Flight {
  /// The deadline that they share; nil for none.
  let deadline: CallDeadline?
  /// The record of the call that sends.
  let record: CallRecord?

  init(of request: TransportRequest, until deadline: CallDeadline?) {
    (self.deadline, record) = (deadline, request.record)
  }
}

/// How the wait for an equal call ended.
private enum SharedWait: Sendable {
  /// The call has ended.
  case ended(SharedCall, Result<TransportResponse, NetworkRequestError>, isShared: Bool)
  /// The waiter sends now, for itself and for those that still wait.
  case sends(until: CallDeadline?)
  /// The waiter was cancelled.
  case cancelled
}

/// A call that is sent for all equal ones.
private struct SharedCall: Sendable {
  /// The request of the call that sends.
  let request: TransportRequest
  /// The request as it is sent: until the latest deadline of the equal calls, because each ends by its own. A call without a
  /// dispatcher keeps the deadline of its options, which the terminal transport applies.
  let sent: TransportRequest
  private let deadline: CallDeadline?
  private let beginning: CallRecord.Mark?

  init(_ request: TransportRequest, until latest: CallDeadline?) {
    self.request = request
    deadline = request.deadline ?? request.effectiveDeadline(on: request.clock)
    sent = request.deadline == nil ? request : latest.map(request.shared(until:)) ?? request
    beginning = request.record?.mark()
  }

  /// True if a failure is that of this call alone.
  var hasGivenUp: Bool { Task.isCancelled || deadline?.hasPassed == true }

  /// Returns why the result is not shared; nil if it is.
  func refusal(
    of result: Result<TransportResponse, NetworkRequestError>, _ identity: CallIdentity,
    _ layers: IdentifyingLayers, _ ignored: Set<HTTPHeaderName>
  ) -> CacheDecision.Refusal? {
    guard let beginning, let record = request.record else { return .unknownRequest }
    let response: TransportResponse? = if case .success(let response) = result { response } else { nil }
    do throws(NetworkRequestError) {
      let rule = SharingRule(
        request: try layers.applyingSettings(to: request), identity: identity, layers: layers,
        ignored: ignored)
      return rule.refusal(of: record.exchanges(since: beginning), endingIn: response)
    } catch { return .unknownRequest }
  }

  /// Returns the result for a call that joined. The call's record shows what was done on its behalf, and an error
  /// contains its own request.
  func shared(
    _ result: Result<TransportResponse, NetworkRequestError>, with other: TransportRequest
  ) -> Result<TransportResponse, NetworkRequestError> {
    if let record = request.record, let beginning { other.record?.copy(from: record, since: beginning) }
    return result.mapError { $0.labelled(for: other, sentAs: request) }
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
  let identity: CallIdentity
  /// The number of equal flights before it that began before a change, and are still under way.
  private let number: Int
  /// Computed once, because a look-up reads it several times.
  private let hash: Int

  /// True if a call may share a response with others.
  static func mayShare(_ request: TransportRequest) -> Bool {
    // A call that another one waits for may wait for the credential.
    request.method.isSafe && request.delivery == .buffered && request.body.isNone
      && !CredentialRefresh.isInProgress
  }

  /// Creates the key of a call that may be shared.
  init(
    _ request: TransportRequest, _ identity: CallIdentity, ignoring ignored: Set<HTTPHeaderName>,
    after number: Int = 0
  ) {
    (self.identity, self.number) = (identity, number)
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

  /// Creates the key of the next flight, for calls that must not join this one.
  func next(_ request: TransportRequest, ignoring ignored: Set<HTTPHeaderName>) -> DuplicateKey {
    DuplicateKey(request, identity, ignoring: ignored, after: number + 1)
  }
}

extension DuplicateKey: Hashable {
  static func == (left: DuplicateKey, right: DuplicateKey) -> Bool {
    // Mostly a call finds its own key.
    if left === right { return true }
    return left.hash == right.hash && left.number == right.number && left.method == right.method
      && left.url == right.url
      && left.headers == right.headers && left.identity == right.identity
      && left.options.mayShareResponse(with: right.options)
  }

  /// Hashes only the method and the URL, which distinguish nearly all calls; `==` compares the rest.
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}
