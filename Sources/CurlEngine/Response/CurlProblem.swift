/// The reason why a transfer ended without a complete response.
package enum CurlProblem: Error, Sendable {
  /// libcurl failed with this CURLcode and this message in its error buffer.
  case library(code: CurlCode, detail: String)
  /// A certificate was refused; `verification` is OpenSSL's number for the reason.
  case certificate(code: CurlCode, detail: String, verification: Int)
  /// libcurl or another resource is missing or unusable, as the text explains.
  case unavailable(String)
  /// The task was cancelled, or the stream of the response was dropped.
  case cancelled
  /// No byte was sent or received for this time.
  case idle(Duration)
  /// Bytes arrived in this time, but no whole line and no byte of the body after this part of the response.
  case slow(Duration, after: String)
  /// The response's body is larger than the limit in bytes.
  case bodyTooLarge(limit: Int)
  /// The header section exceeds a limit, which the text names.
  case headBeyondLimit(String)
  /// The response violates HTTP, as the text explains.
  case badResponse(String)
  /// The compressed body cannot be decoded or ends early, as the text explains.
  case badEncoding(String)
  /// Reading the request's body failed with this error of its source.
  case body(any Error)
  /// The request's body is shorter or longer than announced, as the text explains.
  case bodyLength(String)
  /// A setting of the configuration or the request is invalid, as the text explains.
  case option(String)
  /// The proxy answered a CONNECT with this status, and these challenges, instead of making a connection.
  case proxyRefused(status: Int, HTTPHeaderLines)
  /// The server closed the kept connection without a response, and sending the request again might have its effect twice
  /// (RFC 9110 §9.2.2).
  case notRepeatable
  /// The server has refused the HTTP/2 stream, by GOAWAY or else by REFUSED_STREAM.
  case refused(byGoAway: Bool)
  /// The session was shut down.
  case shutDown
  /// The session was created before `fork()`, in the parent process.
  case forked
}

extension CurlProblem {
  /// The problem of a header section of more than `limit` bytes.
  static func headTooLarge(limit: Int) -> CurlProblem {
    .headBeyondLimit("the header section of the response is larger than \(limit) bytes")
  }

  /// The problem in words.
  package var words: String {
    switch self {
    case .idle(let limit): "nothing was sent or received for \(limit)"
    case .slow(let limit, let part):
      "the response is too slow: in \(limit) bytes arrived on its connection, but no whole line and no byte of the body, after \(part)"
    case .headBeyondLimit(let words), .badResponse(let words), .badEncoding(let words),
      .bodyLength(let words), .unavailable(let words):
      words
    case .notRepeatable:
      "the server closed a connection kept from an earlier call and did not answer; it may have acted on the request, which is not sent again"
    case .refused(true): "the server ended the HTTP/2 connection before it dealt with the request"
    case .refused(false): "the server refused the HTTP/2 stream before it dealt with the request"
    case .proxyRefused(let status, _): "the proxy made no connection: it answered with \(status)"
    case .shutDown: "the transport was shut down"
    case .forked:
      "the transport was created before fork(), and its thread exists only in the parent process: create one after fork()"
    case .library(let code, let detail), .certificate(let code, let detail, _):
      detail.isEmpty ? code.text ?? "libcurl failed with \(code.number)" : detail
    case .option(let words): words
    case .cancelled, .bodyTooLarge, .body: "the transfer failed"
    }
  }
}
