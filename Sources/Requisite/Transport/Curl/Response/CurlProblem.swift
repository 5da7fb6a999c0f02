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
    /// The whole exchange took longer than its deadline.
    case deadline(Duration)
    /// The body is larger than was allowed.
    case bodyTooLarge(limit: Int)
    /// The header section is larger than was allowed.
    case headTooLarge(limit: Int)
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
#endif
