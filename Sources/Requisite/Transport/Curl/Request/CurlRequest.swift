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
#endif
