#if os(Linux)
  import Requisite
  import TestSupport
  import Testing

  /// One thing that a server does wrong, and what the caller gets.
  struct ServerFault: Sendable, CustomTestStringConvertible {
    enum Wire: String, CaseIterable, Sendable {
      case http1 = "HTTP/1.1"
      case tls = "HTTP/1.1 over TLS"
      case http2 = "HTTP/2 over TLS"
    }

    let name: String
    let wire: Wire
    /// What the caller gets, as ``ServerFaultRun`` says it: the same for each delivery.
    let outcome: String
    let script: FaultServer.Script
    /// The `Range` of the request; nil for none.
    var range: String?
    /// Whether the request is a `PUT` of 8 MiB.
    var sendsBody = false
    /// What the caller gets where nghttp2, which reads HTTP/2 for libcurl, is older than 1.67, if it differs.
    var earlierOutcome: String?

    var testDescription: String { "\(wire.rawValue): \(name)" }

    /// What the caller gets with libcurl of the version or a later one, where it differs: the first that was tried and differs.
    static let later: [String: (version: String, outcome: String)] = [
      "folds the Content-Length": ("8.19", "`networkConnectionLost`, retryable"),
      "folds the Transfer-Encoding": ("8.19", "200, “hello”"),
      "ends the header section with LF and CR": ("8.19", "`badServerResponse`"),
      "sends a chunk size of 17 digits": ("8.23", "200, “hello”"),
    ]

    /// What the caller gets with libcurl before the version.
    static let earlier: [String: (version: String, outcome: String)] = [
      "speaks HTTP/4.2": ("7.72", "200, “hello”")
    ]

    /// What the caller gets with the libcurl of the test.
    var outcomeHere: String {
      if let earlierOutcome, CurlTest.hasEarlierHTTP2 { return earlierOutcome }
      if let earlier = Self.earlier[name], !CurlTest.isLibrary(atLeast: earlier.version) {
        return earlier.outcome
      }
      guard let later = Self.later[name], CurlTest.isLibrary(atLeast: later.version) else { return outcome }
      return later.outcome
    }

    /// A server that reads the request and sends these bytes, and then closes the connection.
    static func sends(
      _ bytes: String, _ name: String, _ outcome: String, wire: Wire = .http1
    ) -> ServerFault {
      ServerFault(name: name, wire: wire, outcome: outcome) { connection in
        try connection.readRequest()
        try connection.send(bytes)
        if wire == .tls { connection.closeNotify() }
      }
    }

    /// A server that reads the request and sends these frames. It keeps the connection open until the client closes it, or
    /// closes it at once.
    static func frames(
      _ frames: [Data], _ name: String, _ outcome: String, closes: Bool = false
    ) -> ServerFault {
      ServerFault(name: name, wire: .http2, outcome: outcome) { connection in
        try connection.startHTTP2()
        try connection.send(frames.reduce(Data(), +))
        // A close before all is read would be a reset, which can overtake the frames.
        if closes { connection.finishSending() }
        connection.waitUntilClosed()
      }
    }

    static let all: [ServerFault] = [
      heads, framings, identities, bodies, strict, endings, uploads, causes, parts, tls, http2, http2Fields,
    ].flatMap { $0 }
  }

  /// One run of a fault.
  enum ServerFaultRun {
    static let deliveries: [(name: String, TransportRequest.Delivery)] = [
      ("buffered", .buffered), ("streamed", .streamed), ("file", .file(nil)),
    ]

    /// The transport whose limits the outcomes have.
    static func curlTransport() throws -> CurlTransport {
      let authorities = try Certificates.shared.get().path("ca.pem")
      return CurlTest.fresh {
        $0.tls.authorities = .file(authorities)
        $0.maximumHeaderSize = 64 << 10
        $0.maximumStreamedSize = 1 << 20
      }
    }

    static func outcome(
      of fault: ServerFault, _ delivery: TransportRequest.Delivery, over transport: some TerminalTransport,
      timeout: Duration = .seconds(4)
    ) async throws -> String {
      let server = try server(of: fault)
      defer { server.stop() }
      return await outcome(server, delivery, of: fault, over: transport, timeout: timeout)
    }

    /// The outcome on a connection that has served a request before. On further connections, the server does the same
    /// wrong thing at once: libcurl repeats a request whose kept connection turns out to be closed.
    static func outcomeOnKeptConnection(
      of fault: ServerFault, over transport: some TerminalTransport
    ) async throws -> String {
      let connections = Locked(0)
      let server = try server(
        of: ServerFault(name: fault.name, wire: fault.wire, outcome: fault.outcome) { connection in
          let number = connections.withLock { count in
            count += 1
            return count
          }
          if number == 1 {
            try connection.readRequest()
            try connection.send(HTTPMessage.response(body: "first"))
          }
          try fault.script(connection)
        })
      defer { server.stop() }
      let first = await outcome(server, .buffered, over: transport)
      #expect(first == "200, “first”")
      return await outcome(server, .buffered, of: fault, over: transport)
    }

    private static func outcome(
      _ server: FaultServer, _ delivery: TransportRequest.Delivery, of fault: ServerFault? = nil,
      over transport: some TerminalTransport,
      timeout: Duration = .seconds(4)
    ) async -> String {
      var request = CurlTest.request(
        server.url(), method: fault?.sendsBody == true ? .put : .get, timeout: timeout,
        deadline: .seconds(40),
        delivery: delivery, body: fault?.sendsBody == true ? .data(Data(count: 8 << 20)) : .none)
      request.options.maximumBodySize = 1 << 20
      request.options.redirects = .none
      if let range = fault?.range { request.headers.set(HTTPHeader(.range, range)) }
      do throws(NetworkRequestError) {
        return try await success(transport.send(request))
      } catch {
        return failure(error)
      }
    }

    private static func server(of fault: ServerFault) throws -> FaultServer {
      switch fault.wire {
      case .http1: try FaultServer(fault.script)
      case .tls: try FaultServer(Certificates.shared.get(), script: fault.script)
      case .http2: try FaultServer(Certificates.shared.get(), protocol: "h2", script: fault.script)
      }
    }

    private static func success(_ response: TransportResponse) async throws(NetworkRequestError) -> String {
      let bytes = try await bytes(of: response)
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.count <= 20 else { return "\(response.status), \(bytes.count) bytes" }
      return "\(response.status), “\(text.replacingOccurrences(of: "\r\n", with: #"\r\n"#))”"
    }

    /// The body of a response with any delivery. A file is deleted.
    static func bytes(of response: TransportResponse) async throws(NetworkRequestError) -> Data {
      defer { response.body.discard() }
      if let stream = response.stream { return try await stream.collected(upTo: 1 << 20) }
      return response.file.flatMap { FileManager.default.contents(atPath: $0.path) } ?? response.data
    }

    private static func failure(_ error: NetworkRequestError) -> String {
      let name = error.code.map { "`\($0)`" } ?? "`\(error.kind)`"
      let traits = [error.isRetryable ? ", retryable" : "", error.isBeforeSending ? ", not processed" : ""]
      return name + traits.joined()
    }
  }
#endif
