#if os(Linux)
  import CRequisiteCurl

  /// libcurl's code and message for a failure: the cause of the ``TransportFailure`` that ``CurlTransport`` reports.
  ///
  /// ```swift
  /// do {
  ///   _ = try await client.dispatch(FindTodos())
  /// } catch .urlSessionFailed(let failure) {
  ///   let cause = failure.underlyingError as? CurlFailure
  ///   print(cause?.description ?? "not libcurl's")
  /// }
  /// ```
  public struct CurlFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The CURLcode, for example 7 for a refused connection.
    public let code: Int32
    /// libcurl's message about this failure; empty if it gave only the code.
    public let detail: String

    /// The detail, or libcurl's text for the code if the detail is empty.
    public var description: String {
      guard detail.isEmpty else { return detail }
      return rq_easy_error_text(code).map { String(cString: $0) } ?? "libcurl failed with \(code)"
    }
  }

  extension CurlFailure {
    /// Returns the code for failures that only libcurl's message tells apart, because the CURLcode says no more than that a
    /// handshake or a connection failed: the server's alerts about the client's certificate (RFC 8446 §6.2), handshakes
    /// that the peer ended, and proxies that made no connection. Returns nil for all other messages.
    static func failureCode(saying detail: String) -> TransportFailure.Code? {
      if detail.hasSuffix(" from proxy after CONNECT") || detail.hasPrefix("CONNECT tunnel failed") {
        return .cannotConnectToHost
      }
      // During a handshake nothing of the request has been sent, and another attempt may succeed.
      if detail.contains("SSL_connect: Connection reset by peer")
        || detail.contains("SSL_connect: SSL_ERROR_SYSCALL")
        || detail.contains("SSL_connect: Broken pipe")
      {
        return .cannotConnectToHost
      }
      guard let alert = detail.firstRange(of: " alert ").map({ detail[$0.upperBound...] }) else { return nil }
      if alert.hasPrefix("certificate required") { return .clientCertificateRequired }
      let refusals = ["unknown ca", "bad certificate", "certificate ", "unsupported certificate"]
      return refusals.contains(where: alert.hasPrefix) ? .clientCertificateRejected : nil
    }

    /// Returns the code for OpenSSL's reason to refuse a certificate.
    static func failureCode(verification: Int, _ detail: String) -> TransportFailure.Code {
      // The server's alert that the client's certificate has expired. A refusal by OpenSSL itself names the reason.
      if detail == "SSL certificate verification failed" { return .clientCertificateRejected }
      return switch verification {
      case 9: .serverCertificateNotYetValid
      case 10: .serverCertificateHasBadDate
      case 18, 19, 20: .serverCertificateHasUnknownRoot
      default: .serverCertificateUntrusted
      }
    }
  }
#endif
