extension NetworkRequestError {
  /// True if the same request may succeed a little later: the network or a token endpoint failed temporarily, the deadline
  /// passed, a layer of the stack held the call back, or the server answered 408, 425, 429, 500, 502, 503 or 504. False for a
  /// call with ``CacheMode/offline`` that the cache cannot answer, whose 504 no server has sent.
  ///
  /// This does not mean that the request may be sent twice, which depends on its method (``HTTPMethod/isIdempotent``).
  public var isRetryable: Bool {
    switch self {
    case .urlSessionFailed(let failure): failure.code.isTransient
    case .deadlineExceeded, .refused: true
    case .authenticationFailed(let failure): failure.isRetryable
    case .badRequest(let response), .unauthorized(let response), .forbidden(let response),
      .notFound(let response), .error4xx(let response), .serverError(let response), .error5xx(let response),
      .unexpectedStatus(let response):
      response.transportResponse.isTemporary
    case .decodingError(let failure): failure.response?.transportResponse.isTemporary ?? false
    case .invalidRequest, .cancelled, .bodyTooLarge, .unknownError: false
    }
  }

  static let retryableStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

  /// True if the caller cancelled the call, which is no failure to show or log.
  public var isCancellation: Bool { kind == .cancelled }

  /// True if the user has to log in: no token is stored, the authorization server refused to renew it, or the server
  /// answered 401.
  public var needsLogin: Bool {
    switch self {
    case .unauthorized: true
    case .authenticationFailed(let failure): failure.reason.needsLogin
    case .invalidRequest, .badRequest, .forbidden, .notFound, .error4xx, .serverError, .error5xx,
      .unexpectedStatus, .decodingError, .urlSessionFailed, .refused, .cancelled, .deadlineExceeded,
      .bodyTooLarge, .unknownError:
      false
    }
  }

  /// True if a time limit ended the call: the deadline, or the idle timeout of the connection.
  public var isTimeout: Bool {
    switch self {
    case .deadlineExceeded: true
    case .urlSessionFailed(let failure): failure.code == .timedOut
    case .invalidRequest, .badRequest, .unauthorized, .forbidden, .notFound, .error4xx, .serverError,
      .error5xx, .unexpectedStatus, .decodingError, .refused, .authenticationFailed, .cancelled,
      .bodyTooLarge, .unknownError:
      false
    }
  }

  /// True if no server has processed any part of the call: the request could not be built, a layer held it back, no
  /// connection was established, the connection was lost before a byte was written, or the server refused the HTTP/2 stream,
  /// by REFUSED_STREAM or GOAWAY (RFC 9113 §8.7). The request may then be sent again, whatever its method.
  ///
  /// False if that is not certain, or if an earlier part of the same call was sent: another attempt, a request whose
  /// redirect could not be followed, or the start of a body that then could not be read.
  public var isBeforeSending: Bool {
    switch (call.phase, self) {
    case (.sent, _): false
    case (.unprocessed, _), (.unknown, .invalidRequest), (.unknown, .refused): true
    case (.unknown, .urlSessionFailed(let failure)): failure.code.isBeforeSending
    case (.unknown, _): false
    }
  }

  /// Returns this error as the failure of a call of which a part was sent, so that ``isBeforeSending`` is false.
  ///
  /// For a decorator that sends a request more than once: each layer and transport of the library marks its errors.
  ///
  /// ```swift
  /// do throws(NetworkRequestError) {
  ///   _ = try await upstream.send(request)
  /// } catch {
  ///   throw error.afterSending()
  /// }
  /// ```
  public func afterSending() -> NetworkRequestError { inPhase(.sent) }
}

/// What is known of how far a failed call got.
enum SendPhase: Sendable {
  /// The kind of the failure says whether anything was sent.
  case unknown
  /// The server has surely not processed the request.
  case unprocessed
  /// A part of the call was sent, in this attempt or before.
  case sent
}

/// The call that an error is of: its request, if it was built, and how far it got.
struct FailedCall: Sendable {
  var request: TransportRequest?
  var phase = SendPhase.unknown
}

extension NetworkRequestError {
  /// Returns this error with what it says of the call. Each edge calls this one function: a layer that sends another request than
  /// it received, a loop, the end of a terminal transport, and the dispatcher.
  ///
  /// - A cancellation after the deadline of the call becomes ``deadlineExceeded(_:request:)``.
  /// - The failure of `sent`, which the layer sent in place of `request`, becomes one of `request`: no error that leaves the layer
  ///   contains what the layer added, such as a credential. If `sent` is of another call, so does any failure of that call; the
  ///   URL stays then, such as one after a redirect.
  /// - ``isBeforeSending`` is false if `wasSent` is true.
  /// - An ``invalidRequest(_:)`` that names no request gets `request`.
  func labelled(
    for request: TransportRequest, sentAs sent: TransportRequest? = nil, afterSending wasSent: Bool = false
  ) -> NetworkRequestError {
    var error = wasSent ? afterSending() : self
    if case .cancelled = self, let deadline = request.deadline, deadline.hasPassed {
      error = deadline.exceeded(request)
    }
    guard let failed = error.request else {
      if case .invalidRequest = error { error.request = request }
      return error
    }
    guard let sent, failed.id == sent.id else { return error }
    if failed.url == sent.url {
      error.request = request
    } else if failed.id != request.id {
      error.request = failed.inCall(of: request)
    }
    return error
  }

  /// Returns this error with what is known of the sending of its request. What was sent stays sent.
  func inPhase(_ phase: SendPhase) -> NetworkRequestError {
    call.phase == .sent ? self : copy(self) { $0.call.phase = phase }
  }
}

extension TransportFailure.Code {
  /// True if a failure with this code occurred before a connection was established.
  fileprivate var isBeforeSending: Bool {
    switch self {
    case .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet, .unsupportedURL,
      .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      true
    default: false
    }
  }

  /// True if the cause is likely to be temporary.
  fileprivate var isTransient: Bool {
    switch self {
    case .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
      .notConnectedToInternet:
      true
    default: false
    }
  }
}

extension NetworkRequestError {
  /// True if the error is of that kind, as in `error == .notFound`.
  public static func == (error: NetworkRequestError, kind: Kind) -> Bool { error.kind == kind }

  /// True if the error is of another kind, as in `error != .cancelled`.
  public static func != (error: NetworkRequestError, kind: Kind) -> Bool { error.kind != kind }
}

/// True if the error is a ``NetworkRequestError`` of that kind, so that `catch .notFound` compiles in a `do` block that
/// throws other errors too.
public func ~= (kind: NetworkRequestError.Kind, error: any Error) -> Bool {
  (error as? NetworkRequestError)?.kind == kind
}

extension NetworkRequestError: LocalizedError, CustomStringConvertible {
  /// A sentence with the request, the outcome, and the start of the response's body, without credentials.
  public var errorDescription: String? { description }

  /// The text of ``errorDescription``.
  public var description: String { OneLine.text(message) }

  private var message: String {
    switch self {
    case .invalidRequest(let problem):
      "\(problem.subject.map { "\($0): " } ?? "")the request is not valid: \(problem)"
    case .decodingError(let failure): "\(prefix)\(failure)"
    case .urlSessionFailed(let failure): failure.description
    case .refused(let refusal): refusal.description
    case .authenticationFailed(let failure): failure.description
    case .cancelled: "\(prefix)the call was cancelled"
    case .deadlineExceeded(let deadline, _):
      "\(prefix)the call did not finish within its deadline of \(deadline)"
    case .bodyTooLarge(let limit, let request):
      "\(prefix)the body of the response is larger than \(limit) bytes: "
        + (request?.delivery == .streamed
          ? "raise the maximumStreamedSize of the transport"
          : "raise maximumBodySize, or receive a ByteStream or a DownloadedFile")
    case .unknownError(let failure): failure.description
    case .badRequest(let response), .unauthorized(let response), .forbidden(let response),
      .notFound(let response), .error4xx(let response), .serverError(let response), .error5xx(let response),
      .unexpectedStatus(let response):
      "\(prefix)\(response.statusText)\(response.failureText)"
    }
  }

  private var prefix: String { request.prefixInErrors }
}

extension TransportResponse {
  /// True for the 504 of a cache that has no usable response and may not ask the server (RFC 9111 §5.2.1.7).
  fileprivate var isUncached: Bool { status == 504 && cacheDecision?.reason == .onlyIfCached }

  /// True if the same request may have another response a little later.
  var isTemporary: Bool { NetworkRequestError.retryableStatuses.contains(status) && !isUncached }
}

extension NetworkResponse {
  /// Who answered with which status.
  var statusText: String {
    guard transportResponse.isUncached else {
      guard status != 407 else { return proxyText }
      return "the server answered \(HTTPStatus.text(status))\(missingCredential.map { "; \($0)" } ?? "")"
    }
    return "no usable response is cached, and this call may not contact the server"
  }
}

extension NetworkResponse {
  /// The proxy that demands credentials, by the schemes that it offers (RFC 9110 §11.7.1).
  private var proxyText: String {
    let schemes = headers.values(for: .proxyAuthenticate).flatMap(AuthenticationChallenge.list).map(\.scheme)
    let offer = schemes.isEmpty ? "no scheme" : schemes.joined(separator: ", ")
    let name = transportResponse.proxy.map { "the proxy \($0)" } ?? "the proxy"
    return "\(name) answered \(HTTPStatus.text(status)) and offers \(offer): set its user name and password"
  }

  /// Why a request that was answered with 401 had no credential; nil if it had one, or the stack has none.
  private var missingCredential: String? {
    guard status == 401,
      let note = request.record?.spans.last(where: { $0.layer == CallRecord.authentication }),
      note.event == CallRecord.otherOrigin
    else { return nil }
    return "no credential was sent to \(note.detail ?? "")"
  }
}

extension TransportRequest? {
  /// The request before what happened to it, with the number of its attempts if there were more than one; empty for nil.
  var prefixInErrors: String {
    guard let self else { return "" }
    let attempts = self.record?.attempts.count ?? 0
    return attempts > 1 ? "\(self), after \(attempts) attempts: " : "\(self): "
  }
}

extension NetworkRequestError {
  /// A sentence for the users of an app: what happened and what they can do, without URLs, statuses and names of types.
  ///
  /// ```swift
  /// do {
  ///   show(try await client.dispatch(FindTodos()))
  /// } catch {
  ///   if !error.isCancellation { show(error.userMessage) }  // for the user
  ///   print(error)  // for you
  /// }
  /// ```
  /// In English. For other languages, or other words, switch over ``kind-swift.property``, ``isTimeout`` and
  /// ``needsLogin`` in the same way.
  public var userMessage: String {
    if isTimeout { return "The server did not answer in time. Try again later." }
    if needsLogin { return "You have to log in." }
    if status == 429 { return "There are too many requests. Try again in a moment." }
    if response?.transportResponse.isUncached == true { return "This is not available offline." }
    return switch self {
    case .cancelled: "The request was cancelled."
    case .urlSessionFailed(let failure): failure.userMessage
    case .refused: "There are too many requests. Try again in a moment."
    case .authenticationFailed: "You could not be logged in. Try again later."
    case .forbidden: "You are not allowed to do this."
    case .notFound: "This does not exist, or no longer exists."
    case .serverError, .error5xx: "The server has a problem. Try again later."
    case .decodingError, .unexpectedStatus, .bodyTooLarge: "The server sent something unexpected."
    case .badRequest, .unauthorized, .error4xx, .invalidRequest, .unknownError, .deadlineExceeded:
      "This did not work."
    }
  }
}

extension TransportFailure {
  fileprivate var userMessage: String {
    switch code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff:
      "There is no connection to the internet."
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      "There is no secure connection to the server."
    case .cannotCreateFile, .cannotOpenFile, .cannotWriteToFile, .cannotRemoveFile, .cannotMoveFile:
      "The file could not be saved. Check how much space is free."
    case .cannotDecodeRawData, .cannotDecodeContentData, .cannotParseResponse, .badServerResponse,
      .dataLengthExceedsMaximum, .httpTooManyRedirects:
      "The server sent something unexpected."
    case .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed, .callIsActive,
      .timedOut:
      "The server cannot be reached. Check the connection and try again."
    // Certain or unsaid: the connection may be as good as can be.
    default: "This did not work."
    }
  }
}
