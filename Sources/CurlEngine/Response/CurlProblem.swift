import CRequisiteCurl

/// The reason why a transfer ended without a complete response.
package indirect enum CurlProblem: Error, Sendable {
  /// libcurl failed with this CURLcode and this message in its error buffer.
  case library(code: CurlCode, detail: String)
  /// A certificate was refused; `verification` is OpenSSL's number for the reason.
  case certificate(code: CurlCode, detail: String, verification: Int)
  /// libcurl or another resource is missing or unusable, as the text explains.
  case unavailable(String)
  /// The task was cancelled, or the stream of the response was dropped.
  case cancelled
  /// No byte was sent or received for this time.
  case idle(Duration)
  /// Bytes arrived in this time, but no whole line and no byte of the body after this part of the response.
  case slow(Duration, after: String)
  /// The response's body is larger than the limit in bytes.
  case bodyTooLarge(limit: Int)
  /// The header section of the response is larger than the limit of the request in bytes.
  case headTooLarge(limit: Int)
  /// The header section exceeds a limit of libcurl, which the text names.
  case headBeyondLimit(String)
  /// The response violates HTTP, as the text explains.
  case badResponse(String)
  /// The compressed body cannot be decoded or ends early, as the text explains.
  case badEncoding(String)
  /// Reading the request's body failed with this error of its source.
  case body(any Error)
  /// The request's body is shorter or longer than announced, as the text explains.
  case bodyLength(String)
  /// A setting of the session or the request is invalid, as the text explains.
  case option(String)
  /// The proxy answered a CONNECT with this status, and these challenges, instead of making a connection.
  case proxyRefused(proxy: String, status: Int, HTTPHeaderLines)
  /// No connection to the proxy could be made: libcurl failed with this CURLcode and message.
  case proxyUnreachable(proxy: String, code: CurlCode, detail: String)
  /// The SOCKS proxy has refused to make the connection, or could not make it.
  case socksRefused(proxy: String, SOCKSRefusal, code: CurlCode, detail: String)
  /// The certificate of the proxy was refused; `verification` is OpenSSL's number for the reason.
  case proxyCertificate(proxy: String, code: CurlCode, detail: String, verification: Int)
  /// The hash of the server's public key is not one of the pins, in libcurl's notation. It is nil if libcurl did not report it.
  case pinMismatch(key: String?, pins: String, detail: String)
  /// The server closed the kept connection without a response, and sending the request again might have its effect twice
  /// (RFC 9110 §9.2.2).
  case notRepeatable
  /// The server has refused the HTTP/2 stream, by GOAWAY or else by REFUSED_STREAM.
  case refused(byGoAway: Bool)
  /// The session was shut down.
  case shutDown
  /// The session was created before `fork()`, in the parent process.
  case forked
}

extension CurlProblem {
  static let noDescriptors = CurlProblem.unavailable("there are no descriptors left for an event loop")

  /// The problem of a socket that epoll does not watch, for this errno.
  static func unwatched(_ error: Int32) -> CurlProblem {
    let hint = error == ENOSPC ? "; raise fs.epoll.max_user_watches (sysctl)" : ""
    return .unavailable("the system cannot watch the connection: \(POSIXErrorCode.text(error))\(hint)")
  }

  static let outOfMemory = CurlProblem.library(code: .outOfMemory, detail: "")

  /// The problem in words.
  package var message: String {
    switch self {
    case .idle(let limit): "timed out: nothing was sent or received for \(limit)"
    case .slow(let limit, let part):
      "timed out: the response is too slow: in \(limit) bytes arrived on its connection, but no whole line and no byte of the body, after \(part)"
    case .headTooLarge(let limit): "the header section of the response is larger than \(limit) bytes"
    case .bodyTooLarge(let limit): "the body of the response is larger than \(limit) bytes"
    case .headBeyondLimit(let message), .badResponse(let message), .badEncoding(let message),
      .bodyLength(let message), .unavailable(let message),
      .option(let message):
      message
    case .notRepeatable:
      "the server closed a connection kept from an earlier call and did not answer; it may have acted on the request, which is not sent again"
    case .refused(true): "the server ended the HTTP/2 connection before it dealt with the request"
    case .refused(false): "the server refused the HTTP/2 stream before it dealt with the request"
    case .proxyRefused(let proxy, let status, _):
      "the proxy \(proxy) made no connection to the server: it answered CONNECT with \(status)"
    case .proxyUnreachable(let proxy, let code, let detail):
      "the proxy \(proxy) could not be reached: \(code.message(detail))"
    case .socksRefused(let proxy, .credentials, let code, let detail):
      "the proxy \(proxy) did not accept the user name and password: \(code.message(detail))"
    case .socksRefused(let proxy, .anonymity, let code, let detail):
      "the proxy \(proxy) demands authentication, and has no user name and password here: \(code.message(detail))"
    case .socksRefused(let proxy, .rules, let code, let detail):
      "the proxy \(proxy) does not make a connection to the server: \(code.message(detail))"
    case .socksRefused(let proxy, .target, let code, let detail):
      "the proxy \(proxy) could not connect to the server: \(code.message(detail))"
    case .proxyCertificate(let proxy, let code, let detail, _):
      "the certificate of the proxy \(proxy) is not accepted: \(code.message(detail))"
    case .pinMismatch(let key, let pins, _):
      "the server's public key is not pinned: its hash is \(key ?? "unknown"), and the pins are \(pins)"
    case .shutDown: "the transport was shut down"
    case .forked:
      "the transport was created before fork(), and its thread exists only in the parent process: create one after fork()"
    case .library(let code, let detail), .certificate(let code, let detail, _): code.message(detail)
    case .cancelled: "the transfer was cancelled"
    case .body(let error): "the body of the request cannot be read: \(SystemText.of(error))"
    }
  }
}

/// A CURLcode. Those that are told apart have a name; the numbers are libcurl's ABI.
package struct CurlCode: Equatable, Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  static let ok = Self(0), outOfMemory = Self(27)
  package static let badArgument = Self(43)
  package static let unsupportedProtocol = Self(1), malformedURL = Self(3)
  package static let proxyNotResolved = Self(5), hostNotResolved = Self(6), notConnected = Self(7),
    proxy = Self(97)
  package static let weirdResponse = Self(8), partialFile = Self(18), gotNothing = Self(52),
    timedOut = Self(28)
  package static let again = Self(81), sending = Self(55), receiving = Self(56), rewinding = Self(65)
  package static let http2 = Self(16), http2Stream = Self(92)
  package static let contentEncoding = Self(61), fileTooLarge = Self(63), tooLarge = Self(100)
  package static let tlsConnection = Self(35), tlsCipher = Self(59), tlsRequired = Self(64),
    tlsShutdown = Self(80)
  package static let engineNotFound = Self(53), engineNotSet = Self(54), engineNotStarted = Self(66)
  package static let authorityFile = Self(77), revocationFile = Self(82), issuer = Self(83)
  /// A certificate that is refused has two codes; libcurl 7.62 and later uses the second.
  package static let untrustedPeer = Self(51), untrustedCertificate = Self(60), pinMismatch = Self(90)
  package static let clientCertificate = Self(58), clientCertificateRequired = Self(98)
}

extension CurlCode {
  /// libcurl's message about a failure, or its text for the code if the message is empty.
  package func message(_ detail: String) -> String {
    guard detail.isEmpty else { return detail }
    return rq_easy_error_text(number).map { String(cString: $0) } ?? "libcurl failed with \(number)"
  }
}

extension CurlHandle {
  /// Returns the problem if the proxy has refused to make the connection, or cannot be reached itself.
  func proxyProblem(of code: CurlCode) -> CurlProblem? {
    let proxy = proxy?.description ?? ""
    if code == .notConnected || code == .receiving, proxyStatus >= 300 {
      return .proxyRefused(proxy: proxy, status: proxyStatus, challenges)
    }
    // CURLPX_RESOLVE_HOST: with `socks5`, the name is looked up here.
    if code == .proxy, socksCode == 27 { return .library(code: .hostNotResolved, detail: detail) }
    if code == .proxy, let refusal = SOCKSRefusal(socksCode, hasUser: self.proxy?.user != nil) {
      return .socksRefused(proxy: proxy, refusal, code: code, detail: detail)
    }
    if code == .untrustedCertificate || code == .untrustedPeer, proxyVerification != 0 {
      return .proxyCertificate(proxy: proxy, code: code, detail: detail, verification: proxyVerification)
    }
    guard missesProxy(code) else { return nil }
    return .proxyUnreachable(proxy: proxy, code: code, detail: PosixFile.descriptorProblem ?? detail)
  }

  /// Whether the code reports that the connection to the proxy could not be made.
  private func missesProxy(_ code: CurlCode) -> Bool {
    switch code {
    case .proxyNotResolved, .proxy: true
    case .notConnected, .timedOut: proxy != nil && !isConnected
    default: false
    }
  }

  /// Returns the problem that the code means by itself.
  func problem(of code: CurlCode) -> CurlProblem {
    // The message does not name a limit of this process.
    if code == .hostNotResolved || code == .notConnected, let limit = PosixFile.descriptorProblem {
      return .library(code: code, detail: limit)
    }
    // Nor does it name a path.
    if code == .notConnected, let unixSocket {
      let reason = connectError == 0 ? detail : POSIXErrorCode.text(connectError)
      return .library(code: code, detail: "the Unix domain socket “\(unixSocket)” cannot be used: \(reason)")
    }
    switch code {
    case .pinMismatch: return .pinMismatch(key: serverKey, pins: pins ?? "", detail: detail)
    // No server has seen it: its alerts have other codes.
    case .clientCertificate:
      return .option("tls.clientCertificate of the transport cannot be used: \(code.message(detail))")
    case .untrustedCertificate, .untrustedPeer:
      return .certificate(code: code, detail: detail, verification: verification)
    default: return .library(code: code, detail: detail)
    }
  }
}

/// What a SOCKS proxy has refused (RFC 1928 §3, §6, RFC 1929 §2).
package enum SOCKSRefusal: Sendable {
  /// The way of authentication, or the user name or the password.
  case credentials
  /// A client that has neither.
  case anonymity
  /// A connection to the server, by the rules of the proxy.
  case rules
  /// Nothing: it could not connect to the server.
  case target

  /// The refusal that a CURLproxycode reports; nil for other failures.
  init?(_ code: Int, hasUser: Bool) {
    switch code {
    // NO_AUTH.
    case 12 where !hasUser: self = .anonymity
    // GSSAPI, IDENTD, lengths of user name and password, NO_AUTH, USER_REJECTED.
    case 4...8, 10, 11, 12, 33: self = .credentials
    // The kind of address and the command are not supported, NOT_ALLOWED, and REQUEST_FAILED of SOCKS 4.
    case 17, 18, 23, 26: self = .rules
    // The connection was refused, a general failure, host and network unreachable, the TTL expired, an unknown reply.
    case 19...22, 24, 25: self = .target
    default: return nil
    }
  }
}
