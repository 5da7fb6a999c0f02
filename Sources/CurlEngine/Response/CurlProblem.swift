/// The reason why a transfer ended without a complete response.
package indirect enum CurlProblem: Error, Sendable {
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
  /// The header section of the response is larger than the limit of the request in bytes.
  case headTooLarge(limit: Int)
  /// The header section exceeds a limit of libcurl, which the text names.
  case headBeyondLimit(String)
  /// The response violates HTTP, as the text explains.
  case badResponse(String)
  /// The compressed body cannot be decoded or ends early, as the text explains.
  case badEncoding(String)
  /// Reading the request's body failed with this error of its source.
  case body(any Error)
  /// The request's body is shorter or longer than announced, as the text explains.
  case bodyLength(String)
  /// A setting of the session or the request is invalid, as the text explains.
  case option(String)
  /// The proxy answered a CONNECT with this status, and these challenges, instead of making a connection.
  case proxyRefused(proxy: String, status: Int, HTTPHeaderLines)
  /// No connection to the proxy could be made: libcurl failed with this CURLcode and message.
  case proxyUnreachable(proxy: String, code: CurlCode, detail: String)
  /// The SOCKS proxy has refused to make the connection, or could not make it.
  case socksRefused(proxy: String, SOCKSRefusal, code: CurlCode, detail: String)
  /// The certificate of the proxy was refused; `verification` is OpenSSL's number for the reason.
  case proxyCertificate(proxy: String, code: CurlCode, detail: String, verification: Int)
  /// The hash of the server's public key is not one of the pins, in libcurl's notation. It is nil if libcurl did not report it.
  case pinMismatch(key: String?, pins: String, detail: String)
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
  static let noDescriptors = CurlProblem.unavailable("there are no descriptors left for an event loop")

  /// The problem of a socket that epoll does not watch, for this errno.
  static func unwatched(_ error: Int32) -> CurlProblem {
    let hint = error == ENOSPC ? "; raise fs.epoll.max_user_watches (sysctl)" : ""
    return .unavailable("the system cannot watch the connection: \(POSIXErrorCode.text(error))\(hint)")
  }

  static let outOfMemory = CurlProblem.library(code: .outOfMemory, detail: "")

  /// The problem in words.
  package var words: String {
    switch self {
    case .idle(let limit): "timed out: nothing was sent or received for \(limit)"
    case .slow(let limit, let part):
      "timed out: the response is too slow: in \(limit) bytes arrived on its connection, but no whole line and no byte of the body, after \(part)"
    case .headTooLarge(let limit): "the header section of the response is larger than \(limit) bytes"
    case .bodyTooLarge(let limit): "the body of the response is larger than \(limit) bytes"
    case .headBeyondLimit(let words), .badResponse(let words), .badEncoding(let words),
      .bodyLength(let words), .unavailable(let words),
      .option(let words):
      words
    case .notRepeatable:
      "the server closed a connection kept from an earlier call and did not answer; it may have acted on the request, which is not sent again"
    case .refused(true): "the server ended the HTTP/2 connection before it dealt with the request"
    case .refused(false): "the server refused the HTTP/2 stream before it dealt with the request"
    case .proxyRefused(let proxy, let status, _):
      "the proxy \(proxy) made no connection to the server: it answered CONNECT with \(status)"
    case .proxyUnreachable(let proxy, let code, let detail):
      "the proxy \(proxy) could not be reached: \(code.words(detail))"
    case .socksRefused(let proxy, .credentials, let code, let detail):
      "the proxy \(proxy) did not accept the user name and password: \(code.words(detail))"
    case .socksRefused(let proxy, .rules, let code, let detail):
      "the proxy \(proxy) does not make a connection to the server: \(code.words(detail))"
    case .socksRefused(let proxy, .target, let code, let detail):
      "the proxy \(proxy) could not connect to the server: \(code.words(detail))"
    case .proxyCertificate(let proxy, let code, let detail, _):
      "the certificate of the proxy \(proxy) is not accepted: \(code.words(detail))"
    case .pinMismatch(let key, let pins, _):
      "the server's public key is not pinned: its hash is \(key ?? "unknown"), and the pins are \(pins)"
    case .shutDown: "the transport was shut down"
    case .forked:
      "the transport was created before fork(), and its thread exists only in the parent process: create one after fork()"
    case .library(let code, let detail), .certificate(let code, let detail, _): code.words(detail)
    case .cancelled: "the transfer was cancelled"
    case .body(let error): "the body of the request cannot be read: \(SystemText.of(error))"
    }
  }
}
