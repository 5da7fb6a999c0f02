/// A response as a transport returns it: with any status, and the body in the form of ``TransportRequest/delivery``.
public struct TransportResponse: Sendable {
  private struct Parts {
    var status: Int
    var headers: HTTPHeaders
    var url: URL
    var body: Body
    var trailers: HTTPHeaders
    var timings: CallTimeline.Timings?
    var cacheDecision: CacheDecision?
    var redirectCount = 0
    var hasLeftOrigin = false
    var bodyFailure: NetworkRequestError?
    var proxy: String?
  }

  private var parts: CopyOnWrite<Parts>

  /// Makes a response, with an empty body in memory by default.
  public init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), url: URL, body: Body = .data(Data()),
    trailers: HTTPHeaders = HTTPHeaders()
  ) {
    parts = CopyOnWrite(Parts(status: status, headers: headers, url: url, body: body, trailers: trailers))
  }

  /// The status code, such as 200.
  public var status: Int {
    get { parts.value.status }
    set { parts.value.status = newValue }
  }

  /// The header fields, in the order of arrival.
  public var headers: HTTPHeaders {
    get { parts.value.headers }
    _modify { yield &parts.value.headers }
  }

  /// The URL that answered: the request's, or the last one of a chain of redirects.
  public var url: URL {
    get { parts.value.url }
    set { parts.value.url = newValue }
  }

  /// The body, after decompression.
  public var body: Body {
    get { parts.value.body }
    set { parts.value.body = newValue }
  }

  /// The trailer fields (RFC 9110 §6.5), if the transport supports them. For a stream, they are in ``ByteStream/end``.
  public var trailers: HTTPHeaders {
    get { parts.value.trailers }
    _modify { yield &parts.value.trailers }
  }

  /// The durations of the phases of the exchange; nil if the transport does not measure them.
  public var timings: CallTimeline.Timings? {
    get { parts.value.timings }
    set { parts.value.timings = newValue }
  }

  /// The decision of the cache on this call; nil without a cache in the stack.
  public var cacheDecision: CacheDecision? {
    get { parts.value.cacheDecision }
    set { parts.value.cacheDecision = newValue }
  }

  /// The number of redirects that were followed; 0 for none. A chain that leads back to the request's own URL counts too.
  public var redirectCount: Int {
    get { parts.value.redirectCount }
    set { parts.value.redirectCount = newValue }
  }

  /// The address of the proxy that answered with 407 in the place of the server; nil if the transport does not know it.
  var proxy: String? {
    get { parts.value.proxy }
    set { parts.value.proxy = newValue }
  }

  /// The error that cut short the body; nil if the body is complete. A transport sets it if the status is an error or a
  /// redirect: the status then decides the call, and ``body`` has the bytes that arrived.
  ///
  /// For any other status, the transport throws the error instead.
  public var bodyFailure: NetworkRequestError? {
    get { parts.value.bodyFailure }
    set { parts.value.bodyFailure = newValue }
  }

  /// True if a redirect led to another origin, to which no credentials were sent.
  var hasLeftOrigin: Bool {
    get { parts.value.hasLeftOrigin }
    set { parts.value.hasLeftOrigin = newValue }
  }

  /// The response, with the URL of `request` if it came from that of `sent`, which may contain a credential.
  consuming func reported(for request: TransportRequest, sentAs sent: TransportRequest) -> TransportResponse {
    if request.url != sent.url, url == sent.url { url = request.url }
    return self
  }
}

extension TransportResponse: CustomStringConvertible, CustomReflectable {
  /// Status and URL, in one line; a user name and password in the URL are left out.
  public var description: String { "\(HTTPStatus.text(status)) — \(url.printable)" }

  /// The parts without their secrets, for `dump`.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "headers": headers, "url": url.printable, "body": body, "trailers": trailers,
      ])
  }
}

extension TransportResponse {
  /// The body of a response, in the form of ``TransportRequest/delivery``.
  public enum Body: Sendable {
    /// The whole body, in memory.
    case data(Data)
    /// The chunks of the body, as they arrive. The reader sets the pace.
    case stream(ByteStream)
    /// The whole body, in a file.
    case file(URL)
  }
}

extension TransportResponse.Body: PrintedByDescription {
  /// The kind and size of the body, without its content, which may contain secrets.
  public var description: String {
    switch self {
    case .data(let data): "\(data.count) bytes"
    case .stream: "a stream"
    case .file(let url): "in \(url.path)"
    }
  }
}

extension TransportResponse.Body {
  /// Discards the body of a response that is not needed: removes its file, or ends its transfer. A layer that sends another
  /// request for the same call does so first, because a stream may hold the connection or the throttle slot that the request waits
  /// for as long as a variable refers to it.
  package func discard() {
    if case .stream(let stream) = self { return stream.discard() }
    guard case .file(let url) = self else { return }
    // A file that is already gone needs no removal.
    do throws(FileFailure) { try PosixFile.remove(url.path) } catch {}
  }
}
