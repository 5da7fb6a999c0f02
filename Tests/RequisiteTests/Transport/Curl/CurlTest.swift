#if os(Linux)
  import TestSupport
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  /// What the tests of ``CurlTransport`` share.
  enum CurlTest {
    /// The transport of tests that do not need their own. It ignores a proxy of the machine.
    static let transport = fresh()

    static func fresh(_ change: (inout CurlTransport.Configuration) -> Void = { _ in }) -> CurlTransport {
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .none
      if CurlLibrary.usable?.http2 == .optIn {
        (configuration.httpVersion, configuration.idleTimeout) = (.http2, .seconds(60))
      }
      change(&configuration)
      return CurlTransport(configuration)
    }

    /// A request with limits short enough for a test.
    static func request(
      _ url: URL, method: HTTPMethod = .get, timeout: Duration? = .seconds(60), deadline: Duration? = nil,
      delivery: TransportRequest.Delivery = .buffered, body: HTTPBody = .none
    ) -> TransportRequest {
      var request = TransportRequest(method: method, url: url, body: body, delivery: delivery)
      request.options = RequestOptions(deadline: deadline)
      request.options.timeout = timeout
      return request
    }

    /// The libcurl that `.ci/old-libcurl` has put in the place of the machine's; nil where it has not.
    static let oldLibrary = ProcessInfo.processInfo.environment["REQUISITE_OLD_LIBCURL"]

    /// Whether the libcurl in this process is that one or a later one, as 7.80.
    static func isLibrary(atLeast version: String) -> Bool {
      CurlTransport.libraryVersion?.compare(version, options: .numeric) != .orderedAscending
    }

    /// Whether libcurl reads HTTP/2 by an nghttp2 that is older than 1.67: libcurl names it in its own version.
    static let hasEarlierHTTP2: Bool = {
      typealias Version = @convention(c) () -> UnsafePointer<CChar>?
      guard let words = dlsym(nil, "curl_version").map({ unsafeBitCast($0, to: Version.self) })?() else {
        return false
      }
      let part = String(cString: words).split(separator: " ").first { $0.hasPrefix("nghttp2/") }
      return part.map { $0.compare("nghttp2/1.67", options: .numeric) == .orderedAscending } ?? false
    }()

    /// Whether HTTP/2 is used where the server offers it: of itself, or by the choice of ``fresh(_:)``.
    static let speaksHTTP2 = CurlLibrary.usable.map { $0.http2 != .never } ?? false

    /// Lets the loop of a transport go round, by so many exchanges one after another: without back-pressure it would have
    /// read or written megabytes in each round.
    static func turn(_ transport: CurlTransport, times: Int = 100) async throws {
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      for _ in 0..<times { _ = try await transport.send(request(server.url())) }
    }

    /// A number for the long runs, from the environment; small by default.
    static func rounds(_ name: String, default count: Int) -> Int {
      ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? count
    }
  }

  extension TransportResponse {
    var data: Data { if case .data(let data) = body { data } else { Data() } }
    var text: String { String(decoding: data, as: UTF8.self) }
    var stream: ByteStream? { if case .stream(let stream) = body { stream } else { nil } }
    var file: URL? { if case .file(let url) = body { url } else { nil } }
  }

  extension NetworkRequestError {
    var words: String { if case .urlSessionFailed(let failure) = self { failure.description } else { "" } }
    var curlCode: Int32? {
      guard case .urlSessionFailed(let failure) = self else { return nil }
      return (failure.underlyingError as? CurlTransport.Failure)?.code
    }
  }
#endif
