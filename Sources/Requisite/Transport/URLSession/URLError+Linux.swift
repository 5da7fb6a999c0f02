#if canImport(FoundationNetworking) && !REQUISITE_STAND_INS
  extension URLError {
    /// The error with the code that Apple's platforms give.
    ///
    /// FoundationNetworking has a code for few of libcurl's errors. The others are `.unknown`, or `.badServerResponse`
    /// where the server sent nothing, and only libcurl's words tell them apart.
    var withPlatformCode: URLError {
      guard code == .unknown || code == .badServerResponse else { return self }
      let words = userInfo[NSLocalizedDescriptionKey] as? String ?? ""
      guard let match = Self.codes.first(where: { words.contains($0.words) }) else { return self }
      return URLError(match.code, userInfo: userInfo)
    }

    /// libcurl's words, the more specific before the more general, and what they mean.
    private static let codes: [(words: String, code: URLError.Code)] = [
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
    ]
  }
#endif
