// Concerns: seen with libcurl 7.88 and later; where versions differ, the comment of the line says so.
// Seen: a CURLcode that names another failure than the one in the message, or that several failures share.
// Known: as libcurl's design, without an issue; its codes are fewer than its messages.
// Here: the message decides.
// Shown by: CurlCauseTests, CurlFaultTests and ServerFaultTests.
// Can go: each line when libcurl has a code for it.

extension CurlTransfer {
  /// Returns the problem if the response itself is at fault, in its header section, trailers or framing.
  func headProblem(_ code: CurlCode, _ detail: String) -> CurlProblem? {
    // As of 8.x, a limit for their number, whatever their bytes, also over HTTP/1.1 and for those of interim responses.
    // 8.23 says of trailers over HTTP/2 that memory has run out.
    if detail.hasPrefix("Too many response headers") || detail.hasPrefix("Error receiving HTTP2 header: 27(")
    {
      return .headBeyondLimit("the response has more header fields than libcurl takes: \(detail)")
    }
    // NGHTTP2_ERR_CALLBACK_FAILURE: libcurl has a limit of its own for header fields and trailers.
    if detail.contains("returned -902") {
      return headTooLarge(beyond: 131_072, "the header section of the response is")
    }
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
    // nghttp2 1.64 has no such message for a body of another length: but it is not the server that has reset the stream.
    if code == .http2Stream, handle?.stream.wasReset == false, detail.contains("PROTOCOL_ERROR") {
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
    return headTooLarge(beyond: 102_400, "a header line of the response is")
  }

  /// Returns the problem of a part of the header section beyond a limit of libcurl, or beyond that of the request if it is not
  /// larger.
  private func headTooLarge(beyond limit: Int, _ part: String) -> CurlProblem {
    guard request.limits.head > limit else { return .headTooLarge(limit: request.limits.head) }
    return .headBeyondLimit("\(part) larger than \(limit) bytes, libcurl's limit")
  }

  /// Returns the problem if the connection is at fault.
  func connectionProblem(_ code: CurlCode, _ detail: String) -> CurlProblem? {
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
    // The server ended or reset the connection during the TLS handshake.
    if code == .tlsConnection,
      ["unexpected eof while reading", "Connection reset by peer"].contains(where: { detail.contains($0) })
    {
      return .library(code: .notConnected, detail: detail)
    }
    let receivedGoAway = handle.connection?.receivedGoAway == true
    if handle.stream.wasRefused, head.total == 0 { return .refused(byGoAway: receivedGoAway) }
    // The session has ended before the stream.
    guard code == .http2 else { return nil }
    guard receivedGoAway else { return .library(code: .http2Stream, detail: detail) }
    return .library(
      code: .receiving, detail: "the server ended the HTTP/2 connection before the end of the response")
  }
}
