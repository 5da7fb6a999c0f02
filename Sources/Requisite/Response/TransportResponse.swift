/// A reply as a transport hands it back: any status, and the body in the form that was asked for.
public struct TransportResponse: Sendable {
  /// The status code, as 200.
  public var status: Int
  /// The header fields, in the order in which they came.
  public var headers: HTTPHeaders
  /// The URL that answered: the request's, or the last one of a chain of redirects.
  public var url: URL
  /// The body, decompressed.
  public var body: ResponseBody
  /// The fields behind the body (RFC 9110 §6.5), where the transport knows of such; a stream's are in no reply.
  public var trailers: HTTPHeaders
  /// How long its phases took; nil where the transport does not measure them.
  public var timings: TransferTimings?
  /// What a cache did with the call; nil where there was none.
  public var cacheDecision: CacheDecision?

  /// Makes a reply.
  public init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), url: URL, body: ResponseBody = .data(Data()),
    trailers: HTTPHeaders = HTTPHeaders()
  ) {
    self.status = status
    self.headers = headers
    self.url = url
    self.body = body
    self.trailers = trailers
  }
}

extension TransportResponse: CustomStringConvertible, CustomReflectable {
  /// Status and URL, in one line; a user name and password in the URL are left out.
  public var description: String { "\(HTTPStatus.words(status)) — \(url.printable)" }

  /// The parts without their secrets, so that `dump` cannot tell either.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "headers": headers, "url": url.printable, "body": body, "trailers": trailers,
      ])
  }
}

/// The body of a reply, in the form that ``TransportRequest/delivery`` asked for.
public enum ResponseBody: Sendable {
  /// All of it, in memory.
  case data(Data)
  /// Chunks, as they come. Whoever reads on decides how fast they come.
  case stream(ByteStream)
  /// All of it, in a file.
  case file(URL)
}
