/// The failure of a transport to get a response: a code, the transport's message, and the error that it received.
///
/// ```swift
/// do {
///   show(try await client.dispatch(FindTodos()))
/// } catch .urlSessionFailed(let failure)
///   where failure.code == .notConnectedToInternet {
///   print("You are offline.")
/// }
/// ```
/// A transport or decorator of your own may throw one: `throw .urlSessionFailed(TransportFailure(.timedOut, request: request))`.
/// ``NetworkRequestError/init(_:request:)`` converts a failure to that case, or to ``NetworkRequestError/cancelled(_:)`` if
/// its code is `.cancelled`.
public struct TransportFailure: Error, Sendable {
  /// The kind of failure, the same on every platform and for every transport.
  public internal(set) var code: Code
  /// The error that the transport received: a `URLError` of URLSession, a `CurlTransport.Failure` of libcurl, a ``FileFailure``.
  /// Nil if the transport itself detected the failure.
  public let underlyingError: (any Error)?
  /// The request that was being sent.
  public var request: TransportRequest? { call.request }
  /// The transport's message with its secrets; nil for the message of the code.
  let detail: String?
  var call: FailedCall

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: The transport's message, one sentence; by default the message of the code.
  ///   - underlyingError: The error that the transport received; none by default.
  ///   - request: The request that was being sent.
  public init(
    _ code: Code, _ message: String? = nil, underlyingError: (any Error)? = nil,
    request: TransportRequest? = nil
  ) {
    self.code = code
    detail = message
    self.underlyingError = underlyingError
    call = FailedCall(request: request)
  }

  /// Creates a failure from a thrown `TransportFailure` or `URLError`; returns nil for any other error.
  ///
  /// A thrown failure that has a request keeps it.
  init?(thrown error: any Error, request: TransportRequest? = nil) {
    guard let failure = error as? TransportFailure else {
      self.init(foundation: error, request: request)
      return
    }
    self = failure
    call.request = failure.request ?? request
  }

  /// The transport's message with its secrets redacted, or the message of the code.
  public var message: String { detail.map(Redaction.standard.text) ?? code.message }
}

extension TransportFailure: Equatable {
  /// True if the codes are equal and the requests have the same id. Messages and underlying errors are not compared.
  public static func == (left: TransportFailure, right: TransportFailure) -> Bool {
    left.code == right.code && left.request?.id == right.request?.id
  }
}

extension TransportFailure: LocalizedError, CustomStringConvertible, CustomReflectable {
  /// The request, a colon and the ``message``, or only the message if there is no request.
  public var description: String { request.prefixInErrors + message }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  /// The code, the message and the request. The underlying error is left out, because it may contain secrets.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["code": code.rawValue, "message": description, "request": request as Any])
  }
}

extension TransportFailure {
  /// The kind of a failure to send a request or to receive its response.
  ///
  /// Numbers and names are those of Foundation's `URLError.Code`. A code without a name here, such as a newer code of
  /// URLSession, keeps its number.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number of the failure in `NSURLErrorDomain`, such as -1001. Foundation's numbers are all negative.
    public let rawValue: Int

    /// Creates a code from its number, which need not have a name here.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }
  }
}

extension TransportFailure.Code {
  /// The failure has no other code here.
  public static let unknown = Self(rawValue: -1)
  /// The transfer was cancelled.
  public static let cancelled = Self(rawValue: -999)
  /// The URL is not valid.
  public static let badURL = Self(rawValue: -1000)
  /// No byte was sent or received for longer than the timeout.
  public static let timedOut = Self(rawValue: -1001)
  /// The scheme of the URL is not supported.
  public static let unsupportedURL = Self(rawValue: -1002)
  /// The host's name could not be resolved.
  public static let cannotFindHost = Self(rawValue: -1003)
  /// The connection was refused or could not be established; nothing of the request was sent.
  public static let cannotConnectToHost = Self(rawValue: -1004)
  /// The connection was lost during the transfer.
  public static let networkConnectionLost = Self(rawValue: -1005)
  /// The name look-up failed. `CurlTransport` reports ``cannotFindHost`` in this case.
  public static let dnsLookupFailed = Self(rawValue: -1006)
  /// There were more redirects than the policy allows.
  public static let httpTooManyRedirects = Self(rawValue: -1007)
  /// The transport cannot be used: it was shut down, its process was forked, or there is no usable libcurl.
  public static let resourceUnavailable = Self(rawValue: -1008)
  /// The device is not connected to the Internet.
  public static let notConnectedToInternet = Self(rawValue: -1009)
  /// The server's response is not valid HTTP, or is a redirect whose `Location` cannot be followed.
  public static let badServerResponse = Self(rawValue: -1011)
  /// A proxy demands authentication, says URLSession; with ``CurlTransport`` the 407 is the response. For a server's 401, see
  /// ``NetworkRequestError/unauthorized(_:)``.
  public static let userAuthenticationRequired = Self(rawValue: -1013)
  /// The body cannot be decoded.
  public static let cannotDecodeRawData = Self(rawValue: -1015)
  /// The body cannot be decompressed: it is corrupt, cut short, or has a `Content-Encoding` that was not accepted.
  public static let cannotDecodeContentData = Self(rawValue: -1016)
  /// The response cannot be parsed.
  public static let cannotParseResponse = Self(rawValue: -1017)
  /// Only a roaming network is available, and roaming is off.
  public static let internationalRoamingOff = Self(rawValue: -1018)
  /// A phone call is active on a network that cannot carry data at the same time.
  public static let callIsActive = Self(rawValue: -1019)
  /// The cellular network is not allowed to carry data.
  public static let dataNotAllowed = Self(rawValue: -1020)
  /// The body of the request is longer or shorter than announced. URLSession also reports a body that it cannot read again.
  public static let requestBodyStreamExhausted = Self(rawValue: -1021)
  /// The connection would not be encrypted, for example after a redirect from https to http, and was refused.
  public static let appTransportSecurityRequiresSecureConnection = Self(rawValue: -1022)
  /// The background session is in use by another process.
  public static let backgroundSessionInUseByAnotherProcess = Self(rawValue: -996)
  /// The app was suspended or ended during a background transfer.
  public static let backgroundSessionWasDisconnected = Self(rawValue: -997)
  /// The file of the request does not exist.
  public static let fileDoesNotExist = Self(rawValue: -1100)
  /// The file of the request is a directory.
  public static let fileIsDirectory = Self(rawValue: -1101)
  /// There is no permission to read the file of the request.
  public static let noPermissionsToReadFile = Self(rawValue: -1102)
  /// The header section of the response, or a file, exceeds a size limit. For a body, see
  /// ``NetworkRequestError/bodyTooLarge(_:request:)``.
  public static let dataLengthExceedsMaximum = Self(rawValue: -1103)
  /// The TLS connection could not be established.
  public static let secureConnectionFailed = Self(rawValue: -1200)
  /// The server's certificate has expired.
  public static let serverCertificateHasBadDate = Self(rawValue: -1201)
  /// The server's certificate is not trusted, or its key is not pinned.
  public static let serverCertificateUntrusted = Self(rawValue: -1202)
  /// No known authority has signed the server's certificate.
  public static let serverCertificateHasUnknownRoot = Self(rawValue: -1203)
  /// The server's certificate is not valid yet.
  public static let serverCertificateNotYetValid = Self(rawValue: -1204)
  /// The server refused the client certificate, or the transport cannot use it.
  public static let clientCertificateRejected = Self(rawValue: -1205)
  /// The server demands a client certificate. ``CurlTransport`` also reports it if a server asked for one, got none, and ended
  /// the connection before it answered the first request on it.
  public static let clientCertificateRequired = Self(rawValue: -1206)
  /// The file of a download cannot be created.
  public static let cannotCreateFile = Self(rawValue: -3000)
  /// The file of a download cannot be opened.
  public static let cannotOpenFile = Self(rawValue: -3001)
  /// The file of a download cannot be written.
  public static let cannotWriteToFile = Self(rawValue: -3003)
  /// The file of a download cannot be removed.
  public static let cannotRemoveFile = Self(rawValue: -3004)
  /// The file of a download cannot be moved.
  public static let cannotMoveFile = Self(rawValue: -3005)
}

extension TransportFailure.Code: CustomStringConvertible {
  /// The name of the code, such as `timedOut`, or its number if it has no name here.
  public var description: String { Self.named[self]?.name ?? "\(rawValue)" }

  /// The message of a failure that has none of its own. Foundation on Linux has no messages for codes.
  var message: String { Self.named[self]?.message ?? "the transfer failed (code \(rawValue))" }

  private static let named: [Self: (name: String, message: String)] = [
    .unknown: ("unknown", "the transfer failed"),
    .cancelled: ("cancelled", "the transfer was cancelled"),
    .badURL: ("badURL", "the URL is not valid"),
    .timedOut: ("timedOut", "timed out: the connection was idle for longer than the timeout"),
    .unsupportedURL: ("unsupportedURL", "the URL cannot be loaded"),
    .cannotFindHost: ("cannotFindHost", "the host's name could not be resolved"),
    .cannotConnectToHost: ("cannotConnectToHost", "the connection was refused or could not be made"),
    .networkConnectionLost: ("networkConnectionLost", "the connection was lost"),
    .dnsLookupFailed: ("dnsLookupFailed", "the name look-up failed"),
    .httpTooManyRedirects: ("httpTooManyRedirects", "there were too many redirects"),
    .resourceUnavailable: ("resourceUnavailable", "the transport cannot be used"),
    .notConnectedToInternet: ("notConnectedToInternet", "there is no connection to the Internet"),
    .badServerResponse: ("badServerResponse", "the server's response is not valid HTTP"),
    .userAuthenticationRequired: ("userAuthenticationRequired", "the proxy or server demands authentication"),
    .cannotDecodeRawData: ("cannotDecodeRawData", "the body cannot be decoded"),
    .cannotDecodeContentData: ("cannotDecodeContentData", "the body's compression is malformed"),
    .cannotParseResponse: ("cannotParseResponse", "the response cannot be parsed"),
    .internationalRoamingOff: ("internationalRoamingOff", "there is no connection, because roaming is off"),
    .callIsActive: ("callIsActive", "there is no connection during a phone call"),
    .dataNotAllowed: ("dataNotAllowed", "the cellular network is not allowed for data"),
    .requestBodyStreamExhausted: ("requestBodyStreamExhausted", "the body of the request ended early"),
    .appTransportSecurityRequiresSecureConnection: (
      "appTransportSecurityRequiresSecureConnection", "the connection would not be encrypted"
    ),
    .backgroundSessionInUseByAnotherProcess: (
      "backgroundSessionInUseByAnotherProcess", "the background session is in use by another process"
    ),
    .backgroundSessionWasDisconnected: (
      "backgroundSessionWasDisconnected", "the background session was disconnected"
    ),
    .fileDoesNotExist: ("fileDoesNotExist", "the file does not exist"),
    .fileIsDirectory: ("fileIsDirectory", "the file is a directory"),
    .noPermissionsToReadFile: ("noPermissionsToReadFile", "there is no permission to read the file"),
    .dataLengthExceedsMaximum: ("dataLengthExceedsMaximum", "the response exceeds a limit of size"),
    .secureConnectionFailed: ("secureConnectionFailed", "the TLS connection could not be made"),
    .serverCertificateHasBadDate: ("serverCertificateHasBadDate", "the server's certificate is out of date"),
    .serverCertificateUntrusted: ("serverCertificateUntrusted", "the server's certificate is not trusted"),
    .serverCertificateHasUnknownRoot: (
      "serverCertificateHasUnknownRoot", "the server's certificate is from an unknown authority"
    ),
    .serverCertificateNotYetValid: (
      "serverCertificateNotYetValid", "the server's certificate is not valid yet"
    ),
    .clientCertificateRejected: ("clientCertificateRejected", "the server refused the client certificate"),
    .clientCertificateRequired: ("clientCertificateRequired", "the server demands a client certificate"),
    .cannotCreateFile: ("cannotCreateFile", "the file cannot be created"),
    .cannotOpenFile: ("cannotOpenFile", "the file cannot be opened"),
    .cannotWriteToFile: ("cannotWriteToFile", "the file cannot be written"),
    .cannotRemoveFile: ("cannotRemoveFile", "the file cannot be removed"),
    .cannotMoveFile: ("cannotMoveFile", "the file cannot be moved"),
  ]
}
