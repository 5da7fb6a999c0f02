#if os(Linux)
  /// What went wrong with a transfer that libcurl says is over.
  extension CurlTransfer {
    /// What is missing where libcurl is content: it takes a connection that is closed within the header section for
    /// the end of a response without a body, and an HTTP/2 session that it ends itself for the end of each body.
    var incompleteness: CurlProblem? {
      guard head.isComplete else {
        return .library(code: 52, detail: "the connection was closed within the header section")
      }
      guard let handle, hasBody, handle.announcedLength < 0 else { return nil }
      if head.isHTTP2 {
        guard handle.isConnectionBroken else { return nil }
        return .library(code: 92, detail: "the HTTP/2 connection failed before the end of the stream")
      }
      guard request.needsCloseNotify, head.framing.endsWithConnection, !handle.saidCloseNotify else {
        return nil
      }
      return .library(code: 56, detail: "the TLS connection ended without a close_notify alert")
    }

    private var hasBody: Bool { request.method != "HEAD" && head.status != 204 && head.status != 304 }

    /// Why the transfer failed for which libcurl gives this CURLcode.
    func problem(of code: Int32) -> CurlProblem {
      if let problem { return problem }
      let detail = handle?.detail ?? ""
      if let problem = headProblem(code, detail) ?? connectionProblem(code, detail) { return problem }
      // CURLE_PEER_FAILED_VERIFICATION
      guard code == 60 || code == 51 else { return .library(code: code, detail: detail) }
      return .certificate(code: code, detail: detail, verification: handle?.verification ?? 0)
    }

    /// What is wrong with what has come.
    private func headProblem(_ code: Int32, _ detail: String) -> CurlProblem? {
      // A failure to receive, which wrong framing is not: it is not for another try.
      // Up to 7.88 the words are "in chunked-encoding", later ones are as "chunk hex-length char not a hex digit".
      if code == 56, detail.contains("chunk") { return .badResponse(detail) }
      guard !head.isComplete else { return nil }
      // What libcurl calls out of memory is a header line that is longer than its own limit of 100 KiB.
      if code == 27, hasConnection { return .headTooLarge(limit: 102_400) }
      // NGHTTP2_ERR_CALLBACK_FAILURE: libcurl keeps no more of a header section.
      return detail.contains("returned -902") ? .headTooLarge(limit: 131_072) : nil
    }

    /// What has become of the connection.
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
      // RFC 9113 §6.8: the server takes no new streams, and has not dealt with this one.
      guard head.total == 0, handle.saidGoAway else { return nil }
      return .library(
        code: 56, detail: "the server ended the HTTP/2 connection before it dealt with the request")
    }
  }
#endif
