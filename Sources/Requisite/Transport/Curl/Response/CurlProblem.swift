#if os(Linux)
  /// Why a transfer ended without a whole response, in the transport's own terms.
  enum CurlProblem: Error, Sendable {
    /// libcurl gave up, with this CURLcode and what it wrote into its error buffer.
    case library(code: Int32, detail: String)
    /// The server's certificate was refused, with OpenSSL's number for the reason.
    case certificate(code: Int32, detail: String, verification: Int)
    /// There is no libcurl, or none that can be used.
    case unavailable(String)
    /// The task was cancelled, or the stream of the response dropped.
    case cancelled
    /// Nothing came or went for the timeout.
    case idle(Duration)
    /// The body is larger than was allowed.
    case bodyTooLarge(limit: Int)
    /// The header section is larger than was allowed, in words.
    case headBeyondLimit(String)
    /// The response is not what HTTP says, in words.
    case badResponse(String)
    /// The compressed body is broken or ends early, in words.
    case badEncoding(String)
    /// The body of the request could not be read, or was not as long as announced.
    case body(NetworkRequestError)
    case bodyLength(String)
    /// An option of the configuration or the request cannot be used.
    case option(String)
    /// The proxy answered a CONNECT with this status instead of making a connection.
    case proxyRefused(status: Int)
    /// The connection was lost, and sending again might do it twice (RFC 9110 §9.2.2).
    case notRepeatable
    /// The transport was shut down.
    case shutDown
    /// The transport belongs to the process that this one was forked from.
    case forked
  }

  extension CurlProblem {
    /// A header section of more than `limit` bytes.
    static func headTooLarge(limit: Int) -> CurlProblem {
      .headBeyondLimit("the header section of the response is larger than \(limit) bytes")
    }

    /// The error of the library for the failure of this request.
    func error(for request: TransportRequest) -> NetworkRequestError {
      switch self {
      case .cancelled: .cancelled(request)
      case .bodyTooLarge(let limit): .bodyTooLarge(BodyTooLarge(limit: limit, request: request))
      case .body(let error): error
      case .option(let words): .invalidRequest(InvalidRequest(.options, words))
      default: .urlSessionFailed(TransportFailure(code, words, underlyingError: cause, request: request))
      }
    }

    private var code: TransportFailure.Code {
      switch self {
      case .library(let code, let detail):
        CurlFailure.failureCode(saying: detail) ?? CurlFailure.failureCode(code)
      case .certificate(_, let detail, let verification):
        CurlFailure.failureCode(verification: verification, detail)
      case .idle: .timedOut
      case .headBeyondLimit: .dataLengthExceedsMaximum
      case .badResponse: .badServerResponse
      case .badEncoding: .cannotDecodeContentData
      case .bodyLength: .requestBodyStreamExhausted
      case .notRepeatable: .networkConnectionLost
      case .proxyRefused(407): .userAuthenticationRequired
      case .proxyRefused: .badServerResponse
      case .unavailable, .shutDown, .forked: .resourceUnavailable
      case .cancelled, .bodyTooLarge, .body, .option: .unknown
      }
    }

    private var cause: CurlFailure? {
      switch self {
      case .library(let code, let detail), .certificate(let code, let detail, _):
        CurlFailure(code: code, detail: detail)
      default: nil
      }
    }

    var words: String {
      switch self {
      case .idle(let limit): "nothing was sent or received for \(limit)"
      case .headBeyondLimit(let words), .badResponse(let words), .badEncoding(let words),
        .bodyLength(let words), .unavailable(let words):
        words
      case .notRepeatable:
        "the connection was lost, and the server may have acted on the request: it is not sent again"
      case .proxyRefused(let status): "the proxy made no connection: it answered with \(status)"
      case .shutDown: "the transport was shut down"
      case .forked:
        "the transport was created before fork(), and its thread exists only in the parent process: create one after fork()"
      default: cause?.description ?? "the transfer failed"
      }
    }
  }
#endif
