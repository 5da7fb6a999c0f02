#if os(Linux)
  /// The problems of a transfer that libcurl reports as finished.
  extension CurlTransfer {
    /// The missing part of a response that libcurl reports as complete: libcurl takes a connection that is closed within the header
    /// section for the end of a response without a body, and an HTTP/2 session that it ends itself for the end of each body.
    var incompleteness: CurlProblem? {
      guard head.isComplete else {
        return refusedSection
          ?? .library(code: 52, detail: "the connection was closed within the header section")
      }
      guard let handle, hasBodyWithoutLength else { return nil }
      if head.isHTTP2 {
        guard handle.isSessionBroken else { return nil }
        if let refusedSection { return refusedSection }
        return .library(code: 92, detail: "the HTTP/2 connection failed before the end of the stream")
      }
      guard request.needsCloseNotify, head.framing.endsWithConnection, !handle.saidCloseNotify else {
        return nil
      }
      return .library(code: 56, detail: "the TLS connection ended without a close_notify alert")
    }

    /// The connection whose session must be known to go on before the response counts as complete; nil where that does not
    /// matter, or is known: libcurl closes a connection that failed when no other transfer uses it.
    var connectionToProbe: CurlConnections.ID? {
      guard head.isComplete, head.isHTTP2, hasBodyWithoutLength, let handle, handle.isConnectionOpen else {
        return nil
      }
      return handle.connection
    }

    private var hasBodyWithoutLength: Bool {
      guard request.method != "HEAD", head.status != 204, head.status != 304 else { return false }
      return (handle?.announcedLength ?? 0) < 0
    }

    /// Why the transfer failed for which libcurl gives this CURLcode.
    func problem(of code: Int32) -> CurlProblem {
      if let problem { return problem }
      let detail = handle?.detail ?? ""
      if let problem = headProblem(code, detail) ?? connectionProblem(code, detail) { return problem }
      // CURLE_PEER_FAILED_VERIFICATION
      guard code == 60 || code == 51 else { return .library(code: code, detail: detail) }
      return .certificate(code: code, detail: detail, verification: handle?.verification ?? 0)
    }

    /// The fault of the response itself, its header section or its trailers.
    private func headProblem(_ code: Int32, _ detail: String) -> CurlProblem? {
      // NGHTTP2_ERR_CALLBACK_FAILURE: libcurl keeps no more than this of header fields or trailers.
      if detail.contains("returned -902") { return .headTooLarge(limit: 131_072) }
      // NGHTTP2_ERR_TOO_MANY_CONTINUATIONS: a section without an end, in however few bytes (CVE-2024-28182).
      if detail.contains("returned -538") || detail.contains("Too many CONTINUATION") {
        return .headBeyondLimit(
          "a header section of the response has more CONTINUATION frames than HTTP/2 needs")
      }
      // A failure to receive, which wrong framing is not: it is not for another try.
      // Up to 7.88 the words are "in chunked-encoding", later ones are as "chunk hex-length char not a hex digit".
      if code == 56, detail.contains("chunk") { return .badResponse(detail) }
      guard !head.isComplete else { return nil }
      if let refusedSection { return refusedSection }
      // What libcurl calls out of memory is a header line that is longer than its own limit of 100 KiB.
      return code == 27 && hasConnection ? .headTooLarge(limit: 102_400) : nil
    }

    /// A header section that libcurl did not decode: no field may have more than 64 KiB. It does not report that.
    private var refusedSection: CurlProblem? {
      guard handle?.session?.refusedSection == true else { return nil }
      return .headBeyondLimit(
        "a header section of the response has a field of more than 65536 bytes, or cannot be decoded")
    }

    /// The fault of the connection.
    private func connectionProblem(_ code: Int32, _ detail: String) -> CurlProblem? {
      guard let handle else { return nil }
      // 5xx is the proxy's own trouble, which passes.
      if code == 7 || code == 56, (300..<500).contains(handle.proxyStatus) {
        return .proxyRefused(status: handle.proxyStatus)
      }
      // The handshake of TLS ended with the connection: CURLE_COULDNT_CONNECT says it as well.
      if code == 35, detail.contains("unexpected eof while reading") {
        return .library(code: 7, detail: detail)
      }
      // So it is called while the handshake goes on.
      if code == 35, detail.contains("Connection reset by peer") { return .library(code: 7, detail: detail) }
      guard handle.saidGoAway else { return nil }
      guard head.total == 0 else {
        // CURLE_HTTP2 where the session has ended before the stream.
        return code == 16
          ? .library(code: 56, detail: "the server ended the HTTP/2 connection within the response") : nil
      }
      // RFC 9113 §6.8: the server takes no new streams, and has not dealt with this one.
      return .library(
        code: 56, detail: "the server ended the HTTP/2 connection before it dealt with the request")
    }
  }
#endif
