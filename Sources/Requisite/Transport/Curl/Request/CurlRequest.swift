#if os(Linux)
  /// A request prepared for libcurl. The caller's thread prepares it, to keep the loop's thread free.
  final class CurlRequest: Sendable {
    let url: String
    let isSecure: Bool
    let method: String
    let headers: CurlHeaderList
    let body: CurlBodyPlan
    let delivery: Delivery
    /// Whether the response is decoded: the transport asks for content codings, or the request asks for none.
    let decodes: Bool
    let limits: CurlLimits
    /// Whether sending the request twice has the effect of sending it once (RFC 9110 §9.2.2).
    let isIdempotent: Bool
    /// The public keys that the server may have, in libcurl's notation; nil if the host has no pins or the URL is http.
    let pins: String?
    /// Whether the connection may speak HTTP/2.
    let mayBeHTTP2: Bool
    /// Whether a body that ends with the connection is complete only after a `close_notify` alert of TLS.
    let needsCloseNotify: Bool
    /// Whether a body that ends with the connection is complete without that alert.
    let acceptsMissingCloseNotify: Bool

    init(
      _ request: TransportRequest, rules: CurlRules,
      pins: Result<CurlPins, CurlProblem>
    ) throws(NetworkRequestError) {
      let (target, fields) = (request.url, request.headers)
      url = target.absoluteString
      method = request.method.rawValue
      isSecure = try Self.isSecure(target, url)
      try Self.checkHost(of: target, url)
      guard Token.isValid(method), method != "CONNECT" else {
        throw .invalidRequest(InvalidRequest(.method, "the method “\(method)” cannot be sent"))
      }
      body = try CurlBodyPlan(request)
      decodes = Self.decodes(fields, rules)
      do throws(CurlProblem) {
        let keys = try pins.get()
        self.pins = try isSecure && !keys.isEmpty ? keys.pins(for: target) : nil
        let extra = Self.extraLines(fields, decodes: decodes, body, of: request)
        headers = try CurlHeaderList(fields, extra: extra)
      } catch {
        throw error.error(for: request)
      }
      isIdempotent = request.isRepeatable
      acceptsMissingCloseNotify = isSecure && rules.acceptsMissingCloseNotify
      needsCloseNotify = isSecure && !acceptsMissingCloseNotify && CurlLibrary.usable?.isOpenSSL == true
      mayBeHTTP2 =
        switch rules.httpVersion {
        case .automatic: isSecure && CurlLibrary.usable?.speaksSoundHTTP2 == true
        case .http1, .http3: false
        case .http2PriorKnowledge: true
        }
      delivery = request.delivery
      limits = CurlLimits(request, rules)
    }

    private static func isSecure(_ url: URL, _ text: String) throws(NetworkRequestError) -> Bool {
      if begins(text, with: "http://") { return false }
      if begins(text, with: "https://") { return true }
      throw .invalidRequest(
        InvalidRequest(.path, "“\(url.printable)” is not an http or https URL with a host"))
    }

    /// True if the text begins with the scheme and a host follows. libcurl would send `http:///a` to the host `a`.
    private static func begins(_ text: String, with scheme: String) -> Bool {
      guard ASCII.hasPrefix(text, ignoringCase: scheme) else { return false }
      return text.withBytes {
        $0.dropFirst(scheme.utf8.count).first.map { !"/?#".utf8.contains($0) } ?? false
      }
    }

    /// Refuses a percent-encoded host. libcurl would decode it and connect to a name that differs from the one that
    /// origins, pins and cookies compare. FoundationEssentials percent-encodes a host that is not ASCII.
    private static func checkHost(of url: URL, _ text: String) throws(NetworkRequestError) {
      guard text.withBytes({ $0.contains(UInt8(ascii: "%")) }) else { return }
      let host = URLParts(url).host.utf8
      guard host.first != UInt8(ascii: "["), host.contains(UInt8(ascii: "%")) else { return }
      let name = PercentEncoding.decoded(host, plusIsSpace: false)
      let problem = "the host “\(name)” is percent-encoded or not ASCII: write it in its xn-- form (RFC 5890)"
      throw .invalidRequest(InvalidRequest(.path, problem))
    }

    /// Whether the response is decoded. False if the request has a `Range`, because a part of a compressed body cannot be
    /// decoded, or asks for codings itself. After `Accept-Encoding: identity`, a server that compresses nevertheless is
    /// decoded, because the caller expects the plain bytes.
    private static func decodes(
      _ fields: HTTPHeaders, _ rules: CurlRules
    ) -> Bool {
      guard rules.decompresses, !ContentCoding.acceptEncodingLines.isEmpty, !fields.contains(.range)
      else { return false }
      return fields.asksForNoCoding
    }

    /// The lines that the transport adds to the fields of the request.
    private static func extraLines(
      _ fields: HTTPHeaders, decodes: Bool, _ body: CurlBodyPlan, of request: TransportRequest
    ) -> [String] {
      var lines = decodes && !fields.contains(.acceptEncoding) ? ContentCoding.acceptEncodingLines : []
      guard body.isSent else { return lines }
      // Without these lines libcurl would send the Content-Type of a form, and wait a second for `100 Continue`.
      if !fields.contains(.contentType) {
        lines.append(request.body.contentType.map { "Content-Type: \($0)" } ?? "Content-Type:")
      }
      lines.append("Expect:")
      return lines
    }
  }

  /// The way in which the body of a request is given to libcurl.
  enum CurlBodyPlan: Sendable {
    /// No body, and no Content-Length.
    case none
    /// An empty body with `Content-Length: 0`, also for POST, PUT and PATCH without a body (RFC 9110 §8.6).
    case empty
    /// A body that libcurl copies and sends together with the header section.
    case small(Data)
    /// A body that libcurl reads from memory while it is sent.
    case memory(Data)
    /// A body that is read from a file or a stream while it is sent; `length` is nil if it is unknown.
    case pump(CurlBodyOrigin, length: Int64?)

    /// The most bytes of a `small` body: libcurl sends no more together with the header section.
    private static let smallLimit = 65_536

    init(_ request: TransportRequest) throws(NetworkRequestError) {
      switch try request.body.checked().content {
      case .none: self = Self.expectsLength(request.method) ? .empty : .none
      case .data(let data) where data.isEmpty: self = .empty
      case .data(let data): self = data.count <= Self.smallLimit ? .small(data) : .memory(data)
      case .file(_, let length) where length == 0: self = .empty
      case .file(let url, let length): self = .pump(.file(url, length: length), length: length)
      case .stream(let stream) where stream.length == 0: self = .empty
      case .stream(let stream): self = .pump(.stream(stream), length: stream.length)
      }
    }

    private static func expectsLength(_ method: HTTPMethod) -> Bool {
      method == .post || method == .put || method == .patch
    }

    /// Whether the request has a body that is not empty.
    var hasBytes: Bool {
      switch self {
      case .none, .empty: false
      case .small, .memory, .pump: true
      }
    }

    /// Whether the request has a body; true for an empty one.
    var isSent: Bool {
      if case .none = self { false } else { true }
    }
  }

  /// The limits of a transfer: the idle time, and the bytes of body and header section.
  struct CurlLimits: Sendable {
    let idle: Limit?
    /// The most bytes of the response's body, before and after decompression.
    let body: Int
    let head: Int

    init(_ request: TransportRequest, _ rules: CurlRules) {
      let (timeout, bound) = (request.options.timeout, rules.idleTimeout)
      idle = timeout.map { min($0, bound ?? $0) }.map(Limit.init) ?? bound.map(Limit.init)
      head = rules.maximumHeaderSize
      body =
        request.delivery == .buffered
        ? request.options.maximumBodySize : rules.maximumStreamedSize ?? .max
    }
  }

  extension CurlLimits {
    /// A time limit, as configured and in nanoseconds.
    struct Limit: Sendable {
      let duration: Duration
      let nanoseconds: UInt64

      init(_ duration: Duration) {
        (self.duration, nanoseconds) = (duration, duration.clampedNanoseconds)
      }
    }
  }

  extension Duration {
    /// The duration in nanoseconds: 0 if it is negative, `Int64.max` if it is 9 000 000 000 seconds or longer.
    var clampedNanoseconds: UInt64 {
      guard self < .seconds(9_000_000_000) else { return UInt64(Int64.max) }
      let (seconds, attoseconds) = max(self, .zero).components
      return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }

    /// The duration in milliseconds, rounded up and limited to what libcurl accepts: from 1 ms to 24 days.
    var clampedMilliseconds: Int {
      Int(min(max(1, (clampedNanoseconds + 999_999) / 1_000_000), UInt64(Int32.max)))
    }
  }
#endif
