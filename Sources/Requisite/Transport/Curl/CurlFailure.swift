#if os(Linux) || os(Android)
  import CurlEngine

  extension CurlTransport {
    /// libcurl's code and message for a failure: the cause of the ``TransportFailure`` that ``CurlTransport`` reports.
    ///
    /// ```swift
    /// do {
    ///   _ = try await client.dispatch(FindTodos())
    /// } catch .urlSessionFailed(let failure) {
    ///   let cause = failure.underlyingError as? CurlTransport.Failure
    ///   print(cause?.description ?? "not libcurl's")
    /// }
    /// ```
    public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
      /// The CURLcode, for example 7 for a refused connection.
      public let code: Int32
      /// libcurl's message about this failure; empty if it gave only the code.
      public let detail: String

      /// The detail, or libcurl's text for the code if the detail is empty.
      public var description: String { CurlCode(code).message(detail) }
    }
  }

  extension CurlTransport.Failure {
    /// Returns the code for failures that only libcurl's message tells apart, because the CURLcode says no more than that a
    /// handshake or a connection failed: the server's alerts about the client's certificate (RFC 8446 §6.2), and handshakes
    /// that the peer ended. Returns nil for all other messages.
    static func failureCode(for detail: String) -> TransportFailure.Code? {
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

  extension CurlCode {
    /// The ``TransportFailure/Code`` of a failure.
    var failure: TransportFailure.Code {
      switch self {
      // The URL's scheme was checked before, so the protocol is the server's.
      case .unsupportedProtocol: .badServerResponse
      case .malformedURL: .badURL
      case .proxyNotResolved, .hostNotResolved: .cannotFindHost
      case .notConnected, .proxy: .cannotConnectToHost
      // The last is a Transfer-Encoding that later versions do not know, or find where it must not be: libcurl decodes no content
      // here.
      case .weirdResponse, .http2, .badArgument, .contentEncoding: .badServerResponse
      case .partialFile, .gotNothing, .sending, .receiving, .rewinding, .http2Stream: .networkConnectionLost
      case .timedOut: .timedOut
      case .tlsConnection, .tlsCipher, .tlsRequired, .tlsShutdown, .engineNotFound, .engineNotSet,
        .engineNotStarted, .authorityFile, .revocationFile, .issuer:
        .secureConnectionFailed
      case .untrustedPeer, .untrustedCertificate, .pinMismatch: .serverCertificateUntrusted
      case .clientCertificate: .clientCertificateRejected
      case .fileTooLarge, .tooLarge: .dataLengthExceedsMaximum
      case .clientCertificateRequired: .clientCertificateRequired
      default: .unknown
      }
    }
  }

  extension CurlProblem {
    /// Returns the error that ``CurlTransport`` throws for this problem.
    func error(for request: TransportRequest) -> NetworkRequestError {
      switch self {
      case .cancelled: .cancelled(request)
      case .bodyTooLarge(let limit): .bodyTooLarge(limit, request: request)
      // The sources of bodies throw no other error.
      case .body(let error): NetworkRequestError(error, request: request)
      case .option(let message): .invalidRequest(.options, message)
      default: .urlSessionFailed(TransportFailure(code, text, underlyingError: cause, request: request))
      }
    }

    /// What failed, why, and what the caller can do.
    private var text: String {
      let text: String =
        switch self {
        case .library(.timedOut, _): "timed out: \(message)"
        case .library, .certificate: "\(code.message): \(message)"
        default: message
        }
      return remedy.map { "\(text); \($0)" } ?? text
    }

    /// What the caller can do, where the words do not say it.
    private var remedy: String? {
      switch (self, code) {
      case (.idle, _), (.slow, _):
        "raise the timeout of RequestOptions, or the idleTimeout of the transport, if the server needs longer"
      case (.headTooLarge, _): "raise the maximumHeaderSize of the transport"
      case (.library(.notConnected, _), _): "check the address, and that the server runs"
      case (.socksRefused(_, .target, _, _), _): "check the address, and that the server runs"
      case (.proxyRefused(_, 400..<500, _), _), (.proxyUnreachable, _), (.socksRefused, _):
        "correct the proxy of the transport, or exempt the host from it"
      case (.pinMismatch, _): "if the server has a new key that you know, add its hash to pinnedPublicKeys"
      case (.library, .timedOut):
        "raise the connectTimeout of the transport, or the timeout of RequestOptions, if the network needs longer"
      case (.library, .clientCertificateRequired): "set tls.clientCertificate of the transport"
      case (.certificate, .serverCertificateHasUnknownRoot),
        (.proxyCertificate, .serverCertificateHasUnknownRoot):
        "if you trust the authority, name it in tls.authorities of the transport"
      default: nil
      }
    }

    private var code: TransportFailure.Code {
      switch self {
      case .library(let code, let detail):
        CurlTransport.Failure.failureCode(for: detail) ?? code.failure
      case .certificate(_, let detail, let verification),
        .proxyCertificate(_, _, let detail, let verification):
        CurlTransport.Failure.failureCode(verification: verification, detail)
      case .idle, .slow: .timedOut
      case .headTooLarge, .headBeyondLimit: .dataLengthExceedsMaximum
      case .badResponse: .badServerResponse
      case .badEncoding: .cannotDecodeContentData
      case .bodyLength: .requestBodyStreamExhausted
      case .notRepeatable, .refused: .networkConnectionLost
      // A 5xx status is a temporary failure of the proxy, not a refusal.
      case .proxyRefused(_, let status, _): status < 500 ? .badServerResponse : .cannotConnectToHost
      case .proxyUnreachable(_, let code, _): code.failure
      case .socksRefused(_, .target, _, _): .cannotConnectToHost
      case .socksRefused: .badServerResponse
      case .pinMismatch: .serverCertificateUntrusted
      case .unavailable, .shutDown, .forked: .resourceUnavailable
      case .cancelled, .bodyTooLarge, .body, .option: .unknown
      }
    }

    private var cause: CurlTransport.Failure? {
      switch self {
      case .library(let code, let detail), .certificate(let code, let detail, _),
        .proxyUnreachable(_, let code, let detail), .socksRefused(_, _, let code, let detail),
        .proxyCertificate(_, let code, let detail, _):
        CurlTransport.Failure(code: code.number, detail: detail)
      case .pinMismatch(_, _, let detail):
        CurlTransport.Failure(code: CurlCode.pinMismatch.number, detail: detail)
      default: nil
      }
    }
  }
#endif
