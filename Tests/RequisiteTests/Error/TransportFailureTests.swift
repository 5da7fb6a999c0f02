import RequisiteTesting
import Testing

@Suite("The failure of a transport", .timeLimit(.minutes(1)))
struct TransportFailureTests {
  @Test("its codes have the numbers of URLError, and an unknown number is kept")
  func numbers() {
    let codes: [(TransportFailure.Code, URLError.Code)] = [
      (.unknown, .unknown), (.cancelled, .cancelled), (.badURL, .badURL), (.timedOut, .timedOut),
      (.unsupportedURL, .unsupportedURL), (.cannotFindHost, .cannotFindHost),
      (.cannotConnectToHost, .cannotConnectToHost), (.networkConnectionLost, .networkConnectionLost),
      (.dnsLookupFailed, .dnsLookupFailed), (.httpTooManyRedirects, .httpTooManyRedirects),
      (.resourceUnavailable, .resourceUnavailable), (.notConnectedToInternet, .notConnectedToInternet),
      (.badServerResponse, .badServerResponse), (.userAuthenticationRequired, .userAuthenticationRequired),
      (.cannotDecodeRawData, .cannotDecodeRawData), (.cannotDecodeContentData, .cannotDecodeContentData),
      (.cannotParseResponse, .cannotParseResponse), (.internationalRoamingOff, .internationalRoamingOff),
      (.callIsActive, .callIsActive), (.dataNotAllowed, .dataNotAllowed),
      (.requestBodyStreamExhausted, .requestBodyStreamExhausted),
      (
        .appTransportSecurityRequiresSecureConnection, .appTransportSecurityRequiresSecureConnection
      ),
      (.backgroundSessionInUseByAnotherProcess, .backgroundSessionInUseByAnotherProcess),
      (.backgroundSessionWasDisconnected, .backgroundSessionWasDisconnected),
      (.fileDoesNotExist, .fileDoesNotExist), (.fileIsDirectory, .fileIsDirectory),
      (.noPermissionsToReadFile, .noPermissionsToReadFile),
      (.dataLengthExceedsMaximum, .dataLengthExceedsMaximum),
      (.secureConnectionFailed, .secureConnectionFailed),
      (.serverCertificateHasBadDate, .serverCertificateHasBadDate),
      (.serverCertificateUntrusted, .serverCertificateUntrusted),
      (.serverCertificateHasUnknownRoot, .serverCertificateHasUnknownRoot),
      (.serverCertificateNotYetValid, .serverCertificateNotYetValid),
      (.clientCertificateRejected, .clientCertificateRejected),
      (.clientCertificateRequired, .clientCertificateRequired),
      (.cannotCreateFile, .cannotCreateFile), (.cannotOpenFile, .cannotOpenFile),
      (.cannotWriteToFile, .cannotWriteToFile), (.cannotRemoveFile, .cannotRemoveFile),
      (.cannotMoveFile, .cannotMoveFile),
    ]
    for (code, foundation) in codes {
      #expect(code.rawValue == foundation.rawValue)
      #expect(TransportFailure(code).urlError.code == foundation)
      #expect("\(code)" != "\(code.rawValue)")
    }
    #expect(Set(codes.map { "\($0.0)" }).count == codes.count)
    let other = TransportFailure(TransportFailure.Code(rawValue: -4_242))
    #expect("\(other.code)" == "-4242" && other.message == "the transfer failed (code -4242)")
  }

  @Test("converted to a URLError, it keeps its message, and its cause if Foundation stores one")
  func foundation() {
    let failure = TransportFailure(
      .cannotWriteToFile, "the disk is full", underlyingError: FileFailure(.ENOSPC, path: "/file"))
    let error = failure.urlError
    #expect(error.code == .cannotWriteToFile && error.localizedDescription == "the disk is full")
    #expect((error.userInfo[NSUnderlyingErrorKey] as? FileFailure)?.code == .ENOSPC)
  }

  @Test("An error of Foundation is kept as the cause with its message, without the URL")
  func ofFoundation() throws {
    let url = try #require(URL(string: "https://api.test/?token=secret"))
    let error = URLError(
      .cannotFindHost,
      userInfo: [NSLocalizedDescriptionKey: "no such host", NSURLErrorFailingURLErrorKey: url])
    let failure = TransportFailure(error)
    #expect(failure.code == .cannotFindHost && failure.message == "no such host")
    #expect((failure.underlyingError as? URLError)?.code == .cannotFindHost)
    #expect(failure.urlError.localizedDescription == "no such host" && failure.urlError.failingURL == nil)
  }

  @Test("thrown by a custom function, it is the failure of the call, with its request")
  func thrown() async throws {
    let credentials = Credentials { throw TransportFailure(.notConnectedToInternet) }
    let client = APIClient(
      baseURL: "https://api.test", credentials: credentials,
      transport: UnimplementedTransport())
    let error = try await client.failure(of: GetTodos())
    #expect(error.code == .notConnectedToInternet && error.isRetryable)
  }
}
