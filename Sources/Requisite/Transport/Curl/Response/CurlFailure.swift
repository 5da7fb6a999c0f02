#if os(Linux)
  import CRequisiteCurl

  /// libcurl's account of a failure: the cause of the ``TransportFailure`` that ``CurlTransport`` reports.
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
    /// The CURLcode, as 7 for a connection refused.
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
    /// The failure's code that says the same as libcurl's.
    static func failureCode(_ code: Int32) -> TransportFailure.Code {
      switch code {
      // The scheme was checked, so an unsupported protocol (1) is one that the server speaks.
      case 1: .badServerResponse
      case 3: .badURL
      case 5, 6: .cannotFindHost
      case 7, 97: .cannotConnectToHost
      case 8, 16, 43: .badServerResponse
      case 18, 52, 55, 56, 65, 92: .networkConnectionLost
      case 28: .timedOut
      case 35, 53, 54, 59, 64, 66, 77, 80, 82, 83: .secureConnectionFailed
      case 51, 60, 90: .serverCertificateUntrusted
      case 58: .clientCertificateRejected
      case 61: .cannotDecodeContentData
      case 63, 100: .dataLengthExceedsMaximum
      case 98: .clientCertificateRequired
      default: .unknown
      }
    }

    /// The failure's code where libcurl's words say more than its number, which is that of a handshake or a connection
    /// that failed: of an alert of the server's about the client's certificate (RFC 8446 §6.2), and of a proxy that has
    /// made no connection. nil where they do not.
    static func failureCode(saying detail: String) -> TransportFailure.Code? {
      if detail.hasSuffix(" from proxy after CONNECT") || detail.hasPrefix("CONNECT tunnel failed") {
        return .cannotConnectToHost
      }
      // In a handshake nothing of the request was sent, and the next one may succeed.
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

    /// The failure's code for OpenSSL's reason to refuse a certificate.
    static func failureCode(verification: Int, _ detail: String) -> TransportFailure.Code {
      // An alert of the server that the client's has expired; where OpenSSL has found fault itself, it says what.
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
