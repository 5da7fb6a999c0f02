/// The problems of a transfer that libcurl reports as finished.
extension CurlTransfer {
  /// The problem of a response that is incomplete although libcurl reports it as complete; nil if nothing is missing.
  var incompleteness: CurlProblem? { cutHead ?? missingCloseNotify }

  /// Whether libcurl reports the end of the response by this CURLcode: no failure, or CURLE_SEND_ERROR or
  /// CURLE_HTTP2_STREAM after a whole response, or a TLS connection that ended without `close_notify` where that is accepted.
  func isEnd(_ code: CurlCode) -> Bool {
    code == .ok || (code == .sending || code == .http2Stream) && isAnswered || isAcceptedEnd(code)
  }

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
    switch code {
    case .pinMismatch: return .pinMismatch(key: serverKey, pins: pins ?? "", detail: detail)
    case .untrustedCertificate, .untrustedPeer:
      return .certificate(code: code, detail: detail, verification: verification)
    default: return .library(code: code, detail: detail)
    }
  }
}
