/// A transport at the end of a stack, which connects to servers itself.
///
/// A terminal transport makes exchanges: it sends one request and receives one response, which may be a redirect. The
/// library follows redirects for all terminal transports: ``Transport/send(_:)`` comes with the conformance, so no
/// stack can forget it. It is always innermost, so it sees every field that an outer layer added before the field
/// goes to another origin.
public protocol TerminalTransport: Transport {
  /// Sends the request and returns the response, whatever its status.
  ///
  /// A redirect that the request's ``RequestOptions/redirects`` lets ``Transport/send(_:)`` follow may have a body that still
  /// arrives, whatever the delivery: it is dropped. So a redirect costs no more than its header section.
  ///
  /// It must not follow redirects, count ``RequestOptions/deadline``, ask the user, store cookies, or add anything to the
  /// request that tells users apart: a cache takes the request for what was sent. Only ``Transport/send(_:)`` calls it,
  /// after it has checked the method and the header fields.
  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse

  /// True if the transport may send a cookie or a credential that the request of ``exchange(_:)`` does not have, such as one of
  /// a session of its own. Then no response is cached or shared. False by default.
  var addsCredentials: Bool { get }
}

extension TerminalTransport {
  /// False: what is sent is the request.
  public var addsCredentials: Bool { false }
}

extension TerminalTransport {
  /// Sends the request and follows redirects by the request's ``RequestOptions/redirects``.
  ///
  /// ``RequestOptions/deadline`` bounds all exchanges together, unless a dispatcher or an outer layer
  /// bounds the call already.
  ///
  /// - Throws: The errors of ``exchange(_:)``; ``NetworkRequestError/deadlineExceeded(_:request:)``;
  ///   ``NetworkRequestError/invalidRequest(_:)`` for a method or header field that must not be sent, or a redirect that
  ///   needs a body again that can be read only once; ``NetworkRequestError/urlSessionFailed(_:)`` for a redirect that must
  ///   not be followed, or one more than the limit.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    // The deadline covers all redirects. A dispatcher or an outer layer has begun it already, outside of the stack.
    guard request.deadline == nil, let deadline = request.effectiveDeadline(on: request.clock) else {
      return try await follow(request)
    }
    return try await deadline.bound(request, follow)
  }

  // Inlined, because each asynchronous function of a call costs a frame and two switches of the executor.
  @inline(__always)
  private func follow(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var redirects = RedirectChain(request)
    do throws(NetworkRequestError) {
      while true {
        // Credentials of the first URL came from the stack; the target of a redirect needs its own.
        let signed = redirects.isBegun ? try await redirects.current.authenticatedAnew() : nil
        // Cookies are those of the jar for this URL alone. No field is added after them, so all fields are checked here.
        let hop = try Hop(redirects.current, signed: signed)
        // The exchange, and nothing else, is the terminal's.
        let result: Result<TransportResponse, NetworkRequestError>
        do throws(NetworkRequestError) {
          result = .success(try await hop.isOpened ? open(hop.outgoing) : exchange(hop.outgoing))
        } catch { result = .failure(error) }
        let response = try hop.finish(consume result, isKnown: !addsCredentials)
        // Redirects lead to the next hop, until a response is the answer.
        guard try redirects.follow(response) else { return redirects.end(with: response) }
      }
    } catch {
      throw error.labelled(for: request, afterSending: redirects.isBegun)
    }
  }

  /// Opens a connection that stays open, by the request's own opener.
  private func open(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard case .opened(let opener) = request.delivery else { return try await exchange(request) }
    return try await opener.work.open(request, on: self)
  }
}

/// One request of a call on its way through a terminal transport, and its response. Functions that are never inlined keep
/// their variables out of the frame that waits for the response, which a call holds as long as the server takes.
private struct Hop {
  /// The request without the credentials and cookies of this hop, which responses and errors refer to.
  private let request: TransportRequest
  /// True for each hop after the first one: the stack signed only that.
  private let isSigned: Bool
  private let cookies: CookieExchange?
  private let start: Duration
  /// The request with everything that is sent.
  let outgoing: TransportRequest
  /// True if the request is for a connection that stays open.
  let isOpened: Bool

  /// Adds the cookies of the jar, and checks the fields.
  @inline(never)
  init(_ request: TransportRequest, signed: TransportRequest?) throws(NetworkRequestError) {
    let sent = signed ?? request
    cookies = sent.options.cookies.map { CookieExchange(sent, $0) }
    outgoing = cookies?.outgoing ?? sent
    try outgoing.validateFields()
    // A request that is only to be shown goes no further.
    if let preview = outgoing.options.preview { throw preview.take(outgoing) }
    (self.request, isSigned) = (request, signed != nil)
    isOpened = if case .opened = outgoing.delivery { true } else { false }
    start = request.record?.now ?? .zero
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
            layer: "transport", event: HTTPStatus.words(response.status), start: start,
            duration: record.now - start, detail: nil, phases: response.timings))
        if isKnown { note(response.status, in: record) }
      }
      cookies?.take(response)
      return isSigned ? response.reported(for: request, sentAs: outgoing) : response
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
    record.append(Exchange(outgoing, isRedirected: isSigned, status: status))
  }
}

extension TransportResponse {
  /// Returns the response whose body ended with an error, if its status decides the call: the status is not accepted,
  /// means that there is no value, or is a redirect. A 500 whose body is too large is a 500, and a 404 whose body was cut short is not retried.
  ///
  /// - Parameter data: The bytes of the body that were received.
  /// - Throws: `error`, if the status does not decide the call, or if the call was cancelled, exceeded its deadline,
  ///   or could not be sent.
  func unfinished(
    _ data: Data, _ error: NetworkRequestError, of request: TransportRequest
  ) throws(NetworkRequestError) -> TransportResponse {
    let isJudgedByStatus =
      !request.options.acceptedStatuses.contains(status) || request.options.nilStatuses.contains(status)
      || Redirection.isRedirect(status)
    switch error.kind {
    case _ where !isJudgedByStatus: throw error
    case .cancelled, .deadlineExceeded, .invalidRequest: throw error
    default: break
    }
    var result = self
    result.body = .data(data)
    result.bodyFailure = error
    return result
  }
}

extension TransportRequest {
  /// Returns why a response with this header section cannot answer this request; nil if it can.
  ///
  /// A part (206) must be the one that the request asks for, or else it would be taken for it: exactly the bytes of its
  /// one range, in one part, and without a content coding that it does not ask for (RFC 9110 §14.4, §15.3.7). Parts in
  /// response to several ranges, another unit or a malformed `Range` are the caller's to compare.
  func problem(ofStatus status: Int, _ response: HTTPHeaders) -> String? {
    guard status == 206 else { return nil }
    guard headers.contains(.range) else {
      return response.describePart ? "the response is a part (206), and the request has no Range" : nil
    }
    guard !options.judgesParts, let range = ByteRange(headers),
      let fault = Self.fault(of: response, asked: range, headers)
    else { return nil }
    let asked = headers[.range]?.prefix(80) ?? ""
    return "the response is a part (206) with \(fault), and the Range is “\(asked)” (RFC 9110 §14.4, §15.3.7)"
  }

  private static func fault(
    of response: HTTPHeaders, asked range: ByteRange, _ request: HTTPHeaders
  ) -> String? {
    if response.describeSeveralParts { return "the Content-Type multipart/byteranges" }
    if response.isCoded, request.asksForNoCoding { return "a Content-Encoding" }
    if let part = ContentRange(response), range.selects(part) { return nil }
    let values = response.values(for: .contentRange).joined(separator: ", ")
    return values.isEmpty ? "no Content-Range" : "the Content-Range “\(values.prefix(80))”"
  }

  /// Returns why a complete body of `count` bytes is not the part that its `Content-Range` says; nil if it is.
  func problem(ofBody count: Int, _ status: Int, _ response: HTTPHeaders) -> String? {
    guard status == 206, method != .head, !options.judgesParts, ByteRange(headers) != nil,
      let range = ContentRange(response)?.range, range.upperBound - range.lowerBound != count - 1
    else { return nil }
    let place = "\(range.lowerBound)-\(range.upperBound)"
    return "the body has \(count) bytes, and its Content-Range is “\(place)” (RFC 9110 §14.4)"
  }
}

extension RequestOptions {
  /// True if the sender of the request compares the part of a 206 with what it asked for. False by default: the transport
  /// does.
  var judgesParts: Bool {
    get { self[JudgesPartsKey.self] }
    set { self[JudgesPartsKey.self] = newValue }
  }
}

private enum JudgesPartsKey: RequestOptionKey { static let defaultValue = false }
