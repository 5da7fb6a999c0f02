/// A transport at the end of a stack, which connects to servers itself.
///
/// A terminal transport makes exchanges: it sends one request and receives one response, which may be a redirect. The
/// library follows redirects for all terminal transports: ``Transport/send(_:)`` comes with the conformance, so no
/// stack can forget it. It is always innermost, so it sees every field that an outer layer added before the field
/// goes to another origin.
public protocol TerminalTransport: Transport {
  /// Sends the request and returns the response, whatever its status, with its body in memory or as a stream.
  ///
  /// The request's delivery is ``TransportRequest/Delivery/buffered`` for a response that is needed in memory as a whole, or
  /// ``TransportRequest/Delivery/streamed`` for one that is read while it arrives. It is a hint: ``Transport/send(_:)`` makes either of a body
  /// in memory and of a stream, writes files, holds ``RequestOptions/maximumBodySize``, compares a part (206) with the
  /// request, and drops the body of a redirect that it follows, so that it costs no more than its header section.
  ///
  /// A body that breaks off is a stream that throws, or the bytes that arrived with ``TransportResponse/bodyFailure``; then
  /// the status decides whether the call fails. An error before the header section is complete is thrown.
  ///
  /// It must not follow redirects, count ``RequestOptions/deadline``, ask the user, store cookies, or add anything to the
  /// request that tells users apart: a cache takes the request for what was sent. Only ``Transport/send(_:)`` calls it, after it
  /// has checked the method, the header fields, and that the file of a body can be read.
  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse

  /// True if the transport may send a cookie or a credential that the request of ``exchange(_:)`` does not have, such as one of
  /// a session of its own. Then no response is cached or shared. False by default.
  var addsCredentials: Bool { get }

  /// True if ``exchange(_:)`` itself calls ``RequestOptions/onProgress``, because it counts the bytes on the wire. False by
  /// default: what it reads of the request's body counts as sent, and what is read of the response's as received.
  var reportsProgress: Bool { get }
}

extension TerminalTransport {
  /// False: what is sent is the request.
  public var addsCredentials: Bool { false }
  /// False: ``Transport/send(_:)`` counts.
  public var reportsProgress: Bool { false }
}

extension TerminalTransport {
  /// Sends the request, follows redirects by its ``RequestOptions/redirects``, and delivers the body as its
  /// ``TransportRequest/delivery`` asks for.
  ///
  /// ``RequestOptions/deadline`` bounds all exchanges together, unless a dispatcher or an outer layer
  /// bounds the call already.
  ///
  /// - Throws: The errors of ``exchange(_:)``; ``NetworkRequestError/deadlineExceeded(_:request:)``;
  ///   ``NetworkRequestError/bodyTooLarge(_:request:)``; ``NetworkRequestError/invalidRequest(_:)`` for a method or header field
  ///   that must not be sent, a file that exists already, or a redirect that needs a body again that can be read only once;
  ///   ``NetworkRequestError/urlSessionFailed(_:)`` for a redirect that must not be followed, or one more than the limit, for a
  ///   part (206) other than the one that was asked for, and for a file that cannot be written.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // The deadline covers all redirects. A dispatcher or an outer layer has started it already, outside of the stack.
    guard request.deadline == nil, let deadline = request.effectiveDeadline(on: request.clock) else {
      return try await follow(request)
    }
    // By this function again, which has the deadline then: `follow` is inlined once, and is large.
    return try await deadline.bound(request) { request throws(NetworkRequestError) in
      try await send(request)
    }
  }

  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  private func follow(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var redirects = RedirectChain(request)
    do throws(NetworkRequestError) {
      var file: TransferFile?
      while true {
        // Credentials of the first URL came from the stack; the target of a redirect needs its own.
        let signed = redirects.isRedirected ? try await redirects.current.authenticatedAnew() : nil
        // Cookies are those of the jar for this URL alone. No field is added after them, so all fields are checked here.
        let hop = try Hop(redirects.current, signed: signed, countsBytes: !reportsProgress)
        // A file that cannot be written is an error before anything is sent.
        if file == nil, case .file = request.delivery { file = try await TransferFile.open(for: request) }
        // The exchange is the terminal's. What becomes of the body is the same for all: its limit, its part, its file.
        let result: Result<TransportResponse, NetworkRequestError>
        do throws(NetworkRequestError) {
          let response =
            try await hop.isOpened ? open(hop.outgoing) : exchange(hop.outgoing).final(for: request)
          result = .success(hop.isDelivered(response) ? response : try await hop.deliver(response, to: file))
        } catch { result = .failure(error) }
        let response = try hop.finish(consume result, isKnown: !addsCredentials)
        // Redirects lead to the next hop, until a response is the answer.
        guard try redirects.follow(response) else { return redirects.end(with: response) }
      }
    } catch {
      throw error.labelled(for: request, afterSending: redirects.isRedirected)
    }
  }

  /// Opens a connection that stays open, by the request's own opener.
  private func open(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard case .opened(let opener) = request.delivery else { return try await exchange(request) }
    return try await opener.work.open(request, on: self)
  }
}

extension TransportResponse {
  /// The response, unless it is an interim one (RFC 9110 §15.2): a 101 ends HTTP on the connection, and was not asked for.
  fileprivate func final(for request: TransportRequest) throws(NetworkRequestError) -> TransportResponse {
    guard (100..<200).contains(status) else { return self }
    body.discard()
    let problem =
      "the server answered \(status), which is no final response, and the request asked for no other protocol"
    throw .urlSessionFailed(TransportFailure(.badServerResponse, problem, request: request)).afterSending()
  }
}

/// One request of a call on its way through a terminal transport, and its response. Functions that are never inlined keep
/// their variables out of the frame that waits for the response, which a call holds as long as the server takes.
private struct Hop {
  /// The request without the credentials and cookies of this hop, which responses and errors refer to.
  private let request: TransportRequest
  /// True for each hop after the first one: the stack signed only that.
  private let isRedirected: Bool
  private let cookies: CookieExchange?
  private let start: Duration
  /// Counts the bytes of both bodies; nil if the request asks for no progress, or the terminal reports it.
  private let counter: ProgressCounter?
  /// The request with everything that is sent.
  let outgoing: TransportRequest
  /// True if the request is for a connection that stays open.
  let isOpened: Bool

  /// Adds the cookies of the jar, and checks what is sent.
  @inline(never)
  init(_ request: TransportRequest, signed: TransportRequest?, countsBytes: Bool) throws(NetworkRequestError)
  {
    let sent = signed ?? request
    cookies = sent.options.cookies.map { CookieExchange(jar: $0, request: sent) }
    var outgoing = cookies?.outgoing ?? sent
    try outgoing.validateFields()
    // A request that is only to be shown goes no further.
    if let preview = outgoing.options.preview { throw preview.take(outgoing) }
    guard !Task.isCancelled else { throw .cancelled(request) }
    // A file is written here, while its bytes arrive.
    if case .file = outgoing.delivery { outgoing.delivery = .streamed }
    if outgoing.body.isReadWhileSent { outgoing.body = try outgoing.body.checked() }
    counter = countsBytes ? ProgressCounter(outgoing) : nil
    if let counter { outgoing.body = counter.sending(outgoing.body) }
    (self.request, self.outgoing, isRedirected) = (request, outgoing, signed != nil)
    isOpened = if case .opened = outgoing.delivery { true } else { false }
    start = request.record?.now ?? .zero
  }

  /// True if the body is in the form that the request asks for, and there is nothing to validate or to count.
  @inline(never)
  func isDelivered(_ response: TransportResponse) -> Bool {
    counter == nil && response.isDelivered(for: request)
  }

  /// Brings the body of a response into the form that the request asks for.
  func deliver(
    _ response: TransportResponse, to file: TransferFile?
  ) async throws(NetworkRequestError) -> TransportResponse {
    // The body of a redirect that is followed is discarded.
    if request.followsRedirects, Redirection.isFollowable(response) { return response }
    let counted = counter?.receiving(response, of: request) ?? response
    do throws(NetworkRequestError) { return try await counted.delivered(for: request, to: file) } catch {
      response.body.discard()
      throw error.afterSending()
    }
  }

  /// Records the exchange, stores cookies, and removes what was added for this hop from the response or the error.
  @inline(never)
  func finish(
    _ result: consuming Result<TransportResponse, NetworkRequestError>, isKnown: Bool
  ) throws(NetworkRequestError) -> TransportResponse {
    let record = request.record
    switch consume result {
    case .success(let response):
      if let record {
        record.append(
          CallTimeline.Span(
            layer: "transport", event: HTTPStatus.text(response.status), start: start,
            duration: record.now - start, detail: nil, phases: response.timings))
        if isKnown { note(response.status, in: record) }
      }
      cookies?.take(response)
      return isRedirected ? response.reported(for: request, sentAs: outgoing) : response
    case .failure(let failure):
      let error = failure.labelled(for: request, sentAs: outgoing)
      if let record {
        record.note("transport", error.kind.rawValue, since: start)
        if isKnown { note(nil, in: record) }
      }
      throw error
    }
  }

  /// Notes what was sent: only here is it known, because any layer may build a response anew.
  private func note(_ status: Int?, in record: CallRecord) {
    record.append(Exchange(outgoing, isRedirected: isRedirected, status: status))
  }
}

/// Stores a request that is to be shown and not sent.
package final class RequestPreview: Sendable, Equatable {
  private let shown = Locked<TransportRequest?>(nil)

  /// The request, with everything that the layers added; nil if none reached the terminal transport.
  var request: TransportRequest? { shown.withLock { $0 } }

  /// Takes the request in place of sending it.
  package func take(_ request: TransportRequest) -> NetworkRequestError {
    shown.withLock { $0 = request }
    return .cancelled(request)
  }

  /// True for one and the same, so that no layer shares the response of a call with that of a preview.
  package static func == (left: RequestPreview, right: RequestPreview) -> Bool { left === right }
}

extension RequestOptions {
  /// Stores the request, if it is to be shown and not sent; nil by default.
  package var preview: RequestPreview? {
    get { self[PreviewKey.self] }
    set { self[PreviewKey.self] = newValue }
  }
}

private enum PreviewKey: RequestOptionKey { static let defaultValue: RequestPreview? = nil }
