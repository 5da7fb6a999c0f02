#if FoundationNetworking || !(os(Linux) || os(Android))
  extension TransportFailure {
    /// Creates a failure from the error with which a task of URLSession ended.
    init(ofSession error: any Error, request: TransportRequest?) {
      guard let failure = TransportFailure(thrown: error, request: request) else {
        self.init(
          Self.code(ofSystem: error) ?? .unknown, ErrorIdentity.message(of: error),
          underlyingError: (error as Any as? NSError)?.withoutURL ?? error, request: request)
        return
      }
      self = failure.withPlatformCode
    }

    /// The code of an error of the system's sockets or of CFNetwork, which URLSession passes on as they are; nil for any other.
    ///
    /// A WebSocket that is lost ends with `ENOTCONN`, a transfer after the app was in the background with `ECONNABORTED`.
    private static func code(ofSystem error: any Error) -> Code? {
      guard let error = error as Any as? NSError else { return nil }
      switch error.domain {
      case NSPOSIXErrorDomain:
        return POSIXErrorCode(rawValue: Int32(clamping: error.code)).flatMap { socketCodes[$0] }
      // Its numbers below -900 are those of URLError; 306 to 311 are about proxies, and 1 and 2 about names.
      case "kCFErrorDomainCFNetwork":
        if error.code < -900 { return Code(rawValue: error.code) }
        return (306...311).contains(error.code)
          ? .cannotConnectToHost : [1, 2].contains(error.code) ? .cannotFindHost : nil
      default: return nil
      }
    }

    private static let socketCodes: [POSIXErrorCode: Code] = [
      .ECONNABORTED: .networkConnectionLost, .ECONNRESET: .networkConnectionLost,
      .ENETRESET: .networkConnectionLost,
      .ENOTCONN: .networkConnectionLost, .EPIPE: .networkConnectionLost, .EPROTO: .networkConnectionLost,
      .ENODATA: .networkConnectionLost, .ESHUTDOWN: .networkConnectionLost,
      // No promise that nothing was sent: these end connections that were in use as well.
      .ECONNREFUSED: .networkConnectionLost, .EHOSTUNREACH: .networkConnectionLost,
      .EHOSTDOWN: .networkConnectionLost, .ENOBUFS: .networkConnectionLost,
      // The address of the interface is gone, or there is no network.
      .EADDRNOTAVAIL: .notConnectedToInternet, .ENETDOWN: .notConnectedToInternet,
      .ENETUNREACH: .notConnectedToInternet,
      // The system does not let the program use the network, for example the local one.
      .EPERM: .dataNotAllowed, .EACCES: .dataNotAllowed,
      .ETIMEDOUT: .timedOut, .ECANCELED: .cancelled,
    ]
  }
#endif

#if FoundationNetworking && canImport(FoundationNetworking) && !REQUISITE_STAND_INS
  extension TransportFailure {
    /// The failure with the code that Apple platforms use for the same failure.
    ///
    /// FoundationNetworking maps few of libcurl's errors to a code. It reports the others as `.unknown`, as
    /// `.badServerResponse` if the server sent nothing, or as `.unsupportedURL` if it does not speak HTTP, and only
    /// libcurl's text distinguishes them.
    var withPlatformCode: TransportFailure {
      guard [.unknown, .badServerResponse, .unsupportedURL].contains(code), let detail,
        let known = Self.codes.first(where: { detail.contains($0.text) })
      else { return self }
      return copy(self) { $0.code = known.code }
    }

    /// Parts of libcurl's texts, the more specific before the more general, and their codes.
    private static let codes: [(text: String, code: Code)] = [
      ("Empty reply from server", .networkConnectionLost),
      ("Server returned nothing", .networkConnectionLost),
      ("transfer closed with", .networkConnectionLost),
      ("end of response with", .networkConnectionLost),
      ("was not closed cleanly", .networkConnectionLost),
      ("Stream error in the HTTP/2", .networkConnectionLost),
      ("Error in the HTTP2 framing layer", .networkConnectionLost),
      ("Transferred a partial file", .networkConnectionLost),
      ("Connection reset", .networkConnectionLost),
      ("Broken pipe", .networkConnectionLost),
      ("Recv failure", .networkConnectionLost),
      ("Send failure", .networkConnectionLost),
      ("SSL_read", .networkConnectionLost),
      ("SSL_write", .networkConnectionLost),
      ("Connection died", .networkConnectionLost),
      ("receiving data from the peer", .networkConnectionLost),
      ("sending data to the peer", .networkConnectionLost),
      ("Could not resolve", .cannotFindHost),
      ("resolve host", .cannotFindHost),
      ("Failed to connect", .cannotConnectToHost),
      ("connect to server", .cannotConnectToHost),
      ("from proxy after CONNECT", .cannotConnectToHost),
      ("CONNECT tunnel failed", .cannotConnectToHost),
      ("timed out", .timedOut),
      ("certificate", .serverCertificateUntrusted),
      ("SSL", .secureConnectionFailed),
      ("TLS", .secureConnectionFailed),
      ("content encoding", .cannotDecodeContentData),
      ("content unencoding", .cannotDecodeContentData),
      ("HTTP/0.9", .badServerResponse),
      ("Unsupported HTTP", .badServerResponse),
      ("Unsupported response code", .badServerResponse),
      ("Failed writing header", .badServerResponse),
      ("Header without colon", .badServerResponse),
      ("Nul byte in header", .badServerResponse),
      ("Invalid Content-Length", .badServerResponse),
      ("in chunked-encoding", .badServerResponse),
      ("Too large response headers", .dataLengthExceedsMaximum),
    ]
  }
#endif
