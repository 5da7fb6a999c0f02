/// The problems of a transfer that libcurl reports as finished.
extension CurlTransfer {
  /// The problem of a response that is incomplete although libcurl reports it as complete; nil if nothing is missing.
  var incompleteness: CurlProblem? { cutHead ?? cutBody ?? missingCloseNotify }

  /// Whether libcurl reports the end of the response by this CURLcode: no failure, or CURLE_SEND_ERROR or
  /// CURLE_HTTP2_STREAM after a whole response, or a TLS connection that ended without `close_notify` where that is accepted.
  func isEnd(_ code: CurlCode) -> Bool {
    code == .ok || hasCountedBody || (code == .sending || code == .http2Stream) && isAnswered
      || isAcceptedEnd(code)
  }

  /// The number of bytes of the body that have arrived.
  var arrivedBody: Int { stream?.total ?? body.count }

  /// Whether the response may have a body.
  var mayHaveBody: Bool {
    request.method != "HEAD" && head.status != 204 && head.status != 304
  }

  /// Returns the problem of a transfer that failed with this CURLcode. A problem that a callback has found comes first.
  func problem(of code: CurlCode) -> CurlProblem {
    if let problem { return problem }
    let detail = handle?.detail ?? ""
    if let problem = headProblem(code, detail) ?? connectionProblem(code, detail) { return problem }
    return handle?.problem(of: code) ?? .library(code: code, detail: detail)
  }
}

extension CurlHandle {
  /// Returns the problem if the proxy has refused to make the connection, or cannot be reached itself.
  func proxyProblem(of code: CurlCode) -> CurlProblem? {
    let proxy = proxy?.description ?? ""
    if code == .notConnected || code == .receiving, proxyStatus >= 300 {
      return .proxyRefused(proxy: proxy, status: proxyStatus, challenges)
    }
    if code == .proxy, let refusal = SOCKSRefusal(socksCode) {
      return .socksRefused(proxy: proxy, refusal, code: code, detail: detail)
    }
    if code == .untrustedCertificate || code == .untrustedPeer, proxyVerification != 0 {
      // Only a reset makes libcurl forget it.
      needsReset = true
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
  /// A connection to the server, by the rules of the proxy.
  case rules
  /// Nothing: it could not connect to the server.
  case target

  /// The refusal that a CURLproxycode reports; nil for other failures.
  init?(_ code: Int) {
    switch code {
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
