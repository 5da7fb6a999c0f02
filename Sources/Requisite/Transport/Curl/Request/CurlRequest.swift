#if os(Linux)
  /// A request made ready for libcurl by the thread that sends it, so that little is left for the loop's.
  final class CurlRequest: Sendable {
    let url: String
    let isSecure: Bool
    let method: String
    let headers: CurlHeaderList
    let body: CurlBodyPlan
    let delivery: Delivery
    let limits: CurlLimits
    /// Whether sending it a second time has the effect of sending it once (RFC 9110 §9.2.2).
    let isIdempotent: Bool
    /// The public keys that the server may have, in libcurl's notation; nil for any that is certified.
    let pins: String?
    /// Whether other transfers may use the connection at the same time: that of HTTP/2.
    let mayShareConnection: Bool
    /// Whether a body may end with the connection only where TLS says that this is its end.
    let needsCloseNotify: Bool

    init(
      _ request: TransportRequest, configuration: CurlTransport.Configuration,
      pins pinned: Result<CurlPins, CurlProblem>
    ) throws(NetworkRequestError) {
      url = request.url.absoluteString
      isSecure = try Self.isSecure(request.url, url)
      method = request.method.rawValue
      guard Token.isValid(method), method != "CONNECT" else {
        throw .invalidRequest(InvalidRequest(.method, "the method “\(method)” cannot be sent"))
      }
      isIdempotent = request.method.isIdempotent
      needsCloseNotify =
        isSecure && !configuration.tls.acceptsMissingCloseNotify && CurlLibrary.usable?.isOpenSSL == true
      mayShareConnection =
        configuration.httpVersion == .http2PriorKnowledge
        || isSecure && configuration.httpVersion == .automatic
      delivery = request.delivery
      body = try CurlBodyPlan(request)
      limits = CurlLimits(request, configuration: configuration)
      do throws(CurlProblem) {
        let all = try pinned.get()
        pins = try isSecure ? all.pins(for: request.url) : nil
        headers = try CurlHeaderList(request.headers, extra: Self.extraLines(request, body, configuration))
      } catch {
        throw error.error(for: request)
      }
    }

    private static func isSecure(_ url: URL, _ text: String) throws(NetworkRequestError) -> Bool {
      if starts(text, with: "http://") { return false }
      if starts(text, with: "https://") { return true }
      throw .invalidRequest(InvalidRequest(.path, "“\(url.printable)” is not an http or https URL"))
    }

    private static func starts(_ text: String, with scheme: StaticString) -> Bool {
      scheme.withUTF8Buffer { scheme in
        text.utf8.count > scheme.count && zip(text.utf8, scheme).allSatisfy { ASCII.lowercased($0) == $1 }
      }
    }

    /// Whether a compressed response is asked for: not where the request has its own mind about it, and not for a range,
    /// which of a compressed body would be of no use.
    static func asksForCoding(
      _ request: TransportRequest, _ configuration: CurlTransport.Configuration
    ) -> Bool {
      configuration.decompresses && ContentCoding.acceptEncoding != nil
        && !request.headers.contains(.acceptEncoding)
        && !request.headers.contains(.range)
    }

    private static func extraLines(
      _ request: TransportRequest, _ body: CurlBodyPlan, _ configuration: CurlTransport.Configuration
    ) -> [String] {
      var lines: [String] = []
      if asksForCoding(request, configuration), let codings = ContentCoding.acceptEncoding {
        lines.append("Accept-Encoding: \(codings)")
      }
      guard body.isSent else { return lines }
      // libcurl would announce a form, and wait a second for the server's leave to send.
      if !request.headers.contains(.contentType) {
        lines.append(request.body.contentType.map { "Content-Type: \($0)" } ?? "Content-Type:")
      }
      lines.append("Expect:")
      return lines
    }
  }

  /// How the body of a request is handed to libcurl.
  enum CurlBodyPlan: Sendable {
    /// No body, and no Content-Length.
    case none
    /// Zero bytes, announced as such: for methods whose servers expect a length (RFC 9110 §8.6).
    case empty
    /// Copied into libcurl and sent in one go with the header section.
    case small(Data)
    /// Read from memory while it is sent.
    case memory(Data)
    /// Read from a file or a stream while it is sent; nil for a length that is not known.
    case pump(CurlBodyOrigin, length: Int64?)

    /// Where small ends: what libcurl sends together with the header section.
    private static let smallLimit = 65_536

    init(_ request: TransportRequest) throws(NetworkRequestError) {
      switch try request.body.checked().content {
      case .none: self = Self.expectsLength.contains(request.method) ? .empty : .none
      case .data(let data) where data.isEmpty: self = .empty
      case .data(let data): self = data.count <= Self.smallLimit ? .small(data) : .memory(data)
      case .file(_, let length) where length == 0: self = .empty
      case .file(let url, let length): self = .pump(.file(url, length: length), length: length)
      case .stream(let stream) where stream.length == 0: self = .empty
      case .stream(let stream): self = .pump(.stream(stream), length: stream.length)
      }
    }

    private static let expectsLength: Set<HTTPMethod> = [.post, .put, .patch]

    /// Whether the request has a body, if only an empty one.
    var isSent: Bool {
      if case .none = self { false } else { true }
    }
  }

  /// The limits of a transfer: nanoseconds and bytes.
  struct CurlLimits: Sendable {
    let idle: Limit?
    /// Of the body as it comes, before decompression.
    let body: Int
    let head: Int

    init(_ request: TransportRequest, configuration: CurlTransport.Configuration) {
      let (timeout, bound) = (request.options.timeout, configuration.idleTimeout)
      idle = timeout.map { min($0, bound ?? $0) }.map(Limit.init) ?? bound.map(Limit.init)
      head = configuration.maximumHeaderSize
      body =
        request.delivery == .buffered
        ? request.options.maximumBodySize : configuration.maximumStreamedSize ?? .max
    }
  }

  extension CurlLimits {
    /// A limit of time, as it was asked for and in nanoseconds.
    struct Limit: Sendable {
      let duration: Duration
      let nanoseconds: UInt64

      init(_ duration: Duration) {
        (self.duration, nanoseconds) = (duration, duration.clampedNanoseconds)
      }
    }
  }

  extension Duration {
    /// The duration in nanoseconds; zero for a negative one, the most there is for one of centuries.
    var clampedNanoseconds: UInt64 {
      let (seconds, attoseconds) = components
      guard seconds >= 0, attoseconds >= 0 else { return 0 }
      guard seconds < 9_000_000_000 else { return UInt64(Int64.max) }
      return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }

    /// The duration in milliseconds, rounded up, at least 1 and at most 24 days: what libcurl takes.
    var clampedMilliseconds: Int {
      Int(min(max(1, (clampedNanoseconds + 999_999) / 1_000_000), UInt64(Int32.max)))
    }
  }
#endif
