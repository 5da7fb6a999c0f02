/// A response as a transport hands it back: any status, and the body in the form that was asked for.
public struct TransportResponse: Sendable {
  private struct Parts {
    var status: Int
    var headers: HTTPHeaders
    var url: URL
    var body: ResponseBody
    var trailers: HTTPHeaders
    var timings: TransferTimings?
    var cacheDecision: CacheDecision?
    var redirectCount = 0
    var hasLeftOrigin = false
    var bodyFailure: NetworkRequestError?
  }

  private var parts: CopyOnWrite<Parts>

  /// Makes a response; the body is empty and in memory unless given.
  public init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), url: URL, body: ResponseBody = .data(Data()),
    trailers: HTTPHeaders = HTTPHeaders()
  ) {
    parts = CopyOnWrite(Parts(status: status, headers: headers, url: url, body: body, trailers: trailers))
  }

  /// The status code, as 200.
  public var status: Int {
    get { parts.value.status }
    set { parts.value.status = newValue }
  }

  /// The header fields, in the order in which they came.
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
  public var body: ResponseBody {
    get { parts.value.body }
    set { parts.value.body = newValue }
  }

  /// The trailer fields (RFC 9110 §6.5), if the transport supports them. Those of a stream are in ``ByteStream/end``.
  public var trailers: HTTPHeaders {
    get { parts.value.trailers }
    _modify { yield &parts.value.trailers }
  }

  /// How long the phases of the exchange took; nil if the transport does not measure them.
  public var timings: TransferTimings? {
    get { parts.value.timings }
    set { parts.value.timings = newValue }
  }

  /// What a cache did with the call; nil without a cache in the stack.
  public var cacheDecision: CacheDecision? {
    get { parts.value.cacheDecision }
    set { parts.value.cacheDecision = newValue }
  }

  /// The number of redirects that were followed; 0 if the URL of the request answered itself. A chain that leads back to the
  /// URL counts as well.
  public var redirectCount: Int {
    get { parts.value.redirectCount }
    set { parts.value.redirectCount = newValue }
  }

  /// The error that ended the body before it was whole; nil for a whole body. A transport sets it for a response whose
  /// status is an error or a redirect: the status decides the call then, and ``body`` is what came of the body.
  ///
  /// A response with an accepted status never has one: its transport throws instead.
  public var bodyFailure: NetworkRequestError? {
    get { parts.value.bodyFailure }
    set { parts.value.bodyFailure = newValue }
  }

  /// True if a redirect led to another origin, to which no credentials were sent.
  var hasLeftOrigin: Bool {
    get { parts.value.hasLeftOrigin }
    set { parts.value.hasLeftOrigin = newValue }
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

/// The body of a response, in the form that ``TransportRequest/delivery`` asked for.
public enum ResponseBody: Sendable {
  /// All of it, in memory.
  case data(Data)
  /// Chunks, as they come. The reader sets the pace.
  case stream(ByteStream)
  /// All of it, in a file.
  case file(URL)
}

extension ResponseBody {
  /// The size of the body, or the place of it, for descriptions.
  var summary: String {
    switch self {
    case .data(let data): "\(data.count) bytes"
    case .stream: "a stream"
    case .file(let url): "in \(url.path)"
    }
  }
}

extension ResponseBody {
  /// Discards the body of a response that is not needed: removes its file. A stream ends its transfer when it is dropped.
  package func discard() {
    guard case .file(let url) = self else { return }
    // A file that is already gone needs no removal.
    do { try FileManager.default.removeItem(at: url) } catch {}
  }
}
