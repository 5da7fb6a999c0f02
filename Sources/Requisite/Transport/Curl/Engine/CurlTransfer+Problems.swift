#if os(Linux)
  /// The problems of a transfer that libcurl reports as finished.
  extension CurlTransfer {
    /// The problem of a response that is incomplete although libcurl reports it as complete; nil if nothing is missing.
    ///
    /// libcurl takes a connection that is closed within the header section for the end of a response without a body, and a
    /// TLS connection that is cut for the end of a body that ends with its connection.
    var incompleteness: CurlProblem? {
      guard head.isComplete else {
        return .library(code: .gotNothing, detail: "the connection was closed within the header section")
      }
      guard request.needsCloseNotify, !head.isHTTP2, mayHaveBody, head.framing.endsWithConnection,
        let handle, !handle.saidCloseNotify
      else { return nil }
      return .library(code: .receiving, detail: "the TLS connection ended without a close_notify alert")
    }

    private var mayHaveBody: Bool {
      request.method != "HEAD" && head.status != 204 && head.status != 304
    }

    /// Whether the response is known to be whole, so that a failure concerns only the rest of the request's body, or a body
    /// that the response must not have. A server may answer before it has read the request's body, and then close the
    /// connection or reset the stream (RFC 9113 §8.1).
    var isAnswered: Bool {
      guard problem == nil, head.isComplete, let handle else { return false }
      guard mayHaveBody else { return true }
      return request.body.hasBytes && handle.announcedLength == Int64(stream?.total ?? body.count)
    }

    /// Whether libcurl reports the end of the response by this CURLcode: no failure, or CURLE_SEND_ERROR or
    /// CURLE_HTTP2_STREAM after a whole response, or a TLS connection that ended without `close_notify` after a body that
    /// ends with its connection, if the configuration accepts that. libcurl 8 reports it as CURLE_RECV_ERROR with the
    /// message of OpenSSL or GnuTLS.
    func isEnd(_ code: CurlCode) -> Bool {
      guard code != .ok, !((code == .sending || code == .http2Stream) && isAnswered) else { return true }
      guard code == .receiving, problem == nil, request.acceptsMissingCloseNotify, head.isComplete,
        !head.isHTTP2, head.framing.endsWithConnection, let detail = handle?.detail
      else { return false }
      return detail.contains("unexpected eof while reading") || detail.contains("non-properly terminated")
    }

    /// Returns the problem of a transfer that failed with this CURLcode. A problem that a callback has found comes first.
    func problem(of code: CurlCode) -> CurlProblem {
      if let problem { return problem }
      let detail = handle?.detail ?? ""
      if let problem = headProblem(code, detail) ?? connectionProblem(code, detail) { return problem }
      return handle?.problem(of: code) ?? .library(code: code, detail: detail)
    }

    /// Returns the problem if the response itself is at fault, in its header section, trailers or framing.
    private func headProblem(_ code: CurlCode, _ detail: String) -> CurlProblem? {
      // NGHTTP2_ERR_CALLBACK_FAILURE: libcurl has a limit of its own for header fields and trailers.
      if detail.contains("returned -902") { return .headTooLarge(limit: min(request.limits.head, 131_072)) }
      // NGHTTP2_ERR_TOO_MANY_CONTINUATIONS: a header section that does not end, however few its bytes (CVE-2024-28182).
      if detail.contains("returned -538") || detail.contains("Too many CONTINUATION") {
        return .headBeyondLimit(
          "a header section of the response has more CONTINUATION frames than HTTP/2 needs")
      }
      // The messages of nghttp2 for what breaks HTTP within one stream (RFC 9113 §8.1.1), and for a header section that it cannot
      // decode: its limit for a field is 64 KiB.
      if detail.contains("received invalid frame") || detail.hasPrefix("Invalid HTTP header field") {
        return .badResponse(detail)
      }
      if detail.hasSuffix("COMPRESSION_ERROR") {
        return .badResponse(
          "a header section cannot be decoded, or has a field of more than 65536 bytes: \(detail)")
      }
      // libcurl's buffer for a trailer has 4096 bytes, the closing NUL included. It reports a longer one as if memory had run out.
      if detail.hasPrefix("Out of memory in chunked") {
        return .headBeyondLimit("a trailer of the response is longer than 4095 bytes, libcurl's limit")
      }
      // libcurl reports wrong framing as CURLE_RECV_ERROR, but the request must not be tried again.
      // Up to 7.88 the message has "in chunked-encoding", later ones are like "chunk hex-length char not a hex digit".
      if code == .receiving, detail.contains("chunk") { return .badResponse(detail) }
      // libcurl reports a header line longer than its own limit of 100 KiB as CURLE_OUT_OF_MEMORY, later as CURLE_TOO_LARGE.
      guard !head.isComplete, hasConnection, code == .outOfMemory || code == .tooLarge else { return nil }
      return .headTooLarge(limit: min(request.limits.head, 102_400))
    }

    /// Returns the problem if the connection is at fault.
    private func connectionProblem(_ code: CurlCode, _ detail: String) -> CurlProblem? {
      guard let handle else { return nil }
      if let problem = handle.proxyProblem(of: code) { return problem }
      // A server may end the connection of a client that has no certificate without the alert that says so, or before it is
      // read (RFC 8446 §4.4.2.4).
      if handle.wasAskedForCertificate, !handle.hasCertificate, head.total == 0,
        [.tlsConnection, .gotNothing, .sending, .receiving].contains(code),
        !detail.contains("alert certificate required")
      {
        return .library(
          code: .clientCertificateRequired,
          detail: "the server asked for a client certificate, got none, and ended the connection")
      }
      // The server ended the connection during the TLS handshake.
      if code == .tlsConnection, detail.contains("unexpected eof while reading") {
        return .library(code: .notConnected, detail: detail)
      }
      // The server reset the connection during the TLS handshake.
      if code == .tlsConnection, detail.contains("Connection reset by peer") {
        return .library(code: .notConnected, detail: detail)
      }
      let saidGoAway = handle.connection?.saidGoAway == true
      if handle.wasRefused, head.total == 0 { return .refused(byGoAway: saidGoAway) }
      // The session has ended before the stream.
      guard code == .http2 else { return nil }
      guard saidGoAway else { return .library(code: .http2Stream, detail: detail) }
      return .library(
        code: .receiving, detail: "the server ended the HTTP/2 connection before the end of the response")
    }
  }

  extension CurlHandle {
    /// Returns the problem if the proxy has refused to make the connection. A 5xx status is a temporary failure of the proxy,
    /// not a refusal.
    func proxyProblem(of code: CurlCode) -> CurlProblem? {
      guard code == .notConnected || code == .receiving, (300..<500).contains(proxyStatus) else { return nil }
      return .proxyRefused(status: proxyStatus, challenges.headers)
    }

    /// Returns the problem that the code means by itself.
    func problem(of code: CurlCode) -> CurlProblem {
      // The message does not name a limit of this process.
      if code == .hostNotResolved || code == .notConnected, let limit = PosixFile.descriptorProblem {
        return .library(code: code, detail: limit)
      }
      guard code == .untrustedCertificate || code == .untrustedPeer else {
        return .library(code: code, detail: detail)
      }
      return .certificate(code: code, detail: detail, verification: verification)
    }
  }
#endif
