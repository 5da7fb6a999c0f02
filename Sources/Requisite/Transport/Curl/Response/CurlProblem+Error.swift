#if os(Linux)
  extension CurlProblem {
    /// The error of the library for the failure of this request.
    func error(for request: TransportRequest) -> NetworkRequestError {
      switch self {
      case .cancelled: .cancelled(request)
      case .deadline(let limit): .deadlineExceeded(DeadlineFailure(deadline: limit, request: request))
      case .bodyTooLarge(let limit): .bodyTooLarge(BodyTooLarge(limit: limit, request: request))
      case .body(let error): error
      case .option(let words): .invalidRequest(InvalidRequest(.options, words))
      default:
        .urlSessionFailed(TransportFailure(code, words, underlyingError: cause, request: request))
      }
    }

    private var code: TransportFailure.Code {
      switch self {
      case .library(let code, let detail):
        CurlFailure.failureCode(saying: detail) ?? CurlFailure.failureCode(code)
      case .certificate(_, let detail, let verification):
        CurlFailure.failureCode(verification: verification, detail)
      case .idle: .timedOut
      case .headTooLarge: .dataLengthExceedsMaximum
      case .badResponse: .badServerResponse
      case .badEncoding: .cannotDecodeContentData
      case .bodyLength: .requestBodyStreamExhausted
      case .notRepeatable: .networkConnectionLost
      case .proxyRefused(407): .userAuthenticationRequired
      case .proxyRefused: .badServerResponse
      case .unavailable, .shutDown, .forked: .resourceUnavailable
      case .cancelled, .deadline, .bodyTooLarge, .body, .option: .unknown
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
      case .idle(let limit): "nothing came or went for \(limit)"
      case .headTooLarge(let limit): "the header section of the response is larger than \(limit) bytes"
      case .badResponse(let words), .badEncoding(let words), .bodyLength(let words), .unavailable(let words):
        words
      case .notRepeatable:
        "the connection was lost, and the server may have acted on the request: it is not sent again"
      case .proxyRefused(let status): "the proxy made no connection: it answered with \(status)"
      case .shutDown: "the transport was shut down"
      case .forked: "the transport was made before fork(): its thread is in the parent process alone"
      default: cause?.description ?? "the transfer failed"
      }
    }
  }
#endif
