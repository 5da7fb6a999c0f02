// Concerns: libcurl with OpenSSL. Whether it ignores the missing alert or reports it depends on the versions of both.
// Seen: a TLS connection that is cut is reported as the end of a body that ends with its connection (RFC 8446 §6.1).
// Known: curl issue 17471.
// Here: OpenSSL 3 is set to report it (``CurlSettings/acceptsMissingCloseNotify``), and the alert must stand in libcurl's log.
// Shown by: CurlTLSTests and CurlErrorTests.
// Can go: when libcurl always reports it, whatever its OpenSSL.

extension CurlTransfer {
  /// The problem of a body that ended with its TLS connection, if the server has not said that it was the end.
  var missingCloseNotify: CurlProblem? {
    guard request.needsCloseNotify, !head.isHTTP2, mayHaveBody, head.framing.endsWithConnection,
      let handle, !handle.receivedCloseNotify
    else { return nil }
    return .library(code: .receiving, detail: "the TLS connection ended without a close_notify alert")
  }

  /// Whether this CURLcode reports a TLS connection that ended without `close_notify` after a body that ends with its
  /// connection, and the settings accept that. libcurl 8 reports it as CURLE_RECV_ERROR with the message of OpenSSL or GnuTLS.
  func isAcceptedEnd(_ code: CurlCode) -> Bool {
    guard code == .receiving, problem == nil, request.acceptsMissingCloseNotify, head.isComplete,
      !head.isHTTP2, head.framing.endsWithConnection, let detail = handle?.detail
    else { return false }
    return detail.contains("unexpected eof while reading") || detail.contains("non-properly terminated")
  }
}
