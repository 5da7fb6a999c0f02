#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  private enum MixedCalls {
    static let count = CurlTest.rounds("REQUISITE_MIXED_CALLS", default: 600)
  }

  /// Calls of all kinds on one HTTP/2 connection, a third of which is cancelled at any time.
  @Suite(
    "CurlTransport: mixed calls over HTTP/2", .enabled(if: NginxServer.isAvailable && CurlTest.speaksHTTP2),
    .timeLimit(.minutes(MixedCalls.count > 600 ? 10 : 3)))
  struct CurlMixedCallTests {
    @Test("only cancelled calls fail; REQUISITE_MIXED_CALLS sets the number of calls")
    func mixed() async throws {
      let certificates = try Certificates.shared.get()
      let server = try NginxServer(certificates)
      defer { server.stop() }
      try server.serve(Data(repeating: 7, count: 200_000), as: "data.png")
      try server.serve(Data("hello".utf8), as: "hello.txt")
      let authority = certificates.path("ca.pem")
      let transport = CurlTest.fresh { $0.tls.authorities = .file(authority) }
      let count = MixedCalls.count
      let (next, failures) = (Counter(), Locked<[String]>([]))
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<32 {
          group.addTask {
            var generator = SeededGenerator(seed: UInt64(worker) + 1)
            while next.add() <= count {
              if let failure = await Self.call(transport, server.securePort, &generator) {
                failures.withLock { $0.append(failure) }
              }
            }
          }
        }
      }
      let found = failures.withLock { $0 }
      #expect(found.isEmpty, "\(found.count) of \(count): \(found.prefix(5))")
      await transport.shutDown()
    }

    private static func call(
      _ transport: CurlTransport, _ port: UInt16, _ generator: inout SeededGenerator
    ) async -> String? {
      let request = request(port, &generator)
      let task = Task { () -> NetworkRequestError? in
        do throws(NetworkRequestError) {
          let response = try await transport.send(request)
          if let stream = response.stream { _ = try await stream.collected(upTo: 1 << 20) }
          response.body.discard()
          return response.status < 300 ? nil : .cancelled(request)
        } catch {
          return error
        }
      }
      guard Int.random(in: 0..<3, using: &generator) == 0 else {
        return await task.value.map { "\(request.method) \(request.url.path) \(request.delivery): \($0)" }
      }
      for _ in 0..<Int.random(in: 0..<200, using: &generator) { await Task.yield() }
      task.cancel()
      _ = await task.value
      return nil
    }

    private static func request(_ port: UInt16, _ generator: inout SeededGenerator) -> TransportRequest {
      let size = Int.random(in: 0..<400_000, using: &generator)
      let (path, method, body): (String, HTTPMethod, HTTPBody) =
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: ("/hello.txt", .get, .none)
        case 1: ("/data.png", .get, .none)
        case 2: ("/upload", .post, .data(Data(repeating: 1, count: size)))
        case 3: ("/upload", .put, .data(Data(repeating: 1, count: size)))
        case 4: ("/upload", .post, .stream(BodyStream { pieces(size) }))
        default: ("/upload", .put, .stream(BodyStream(length: Int64(size)) { pieces(size) }))
        }
      let url = URL(string: "https://localhost:\(port)\(path)") ?? URL(fileURLWithPath: "/")
      let delivery =
        [TransportRequest.Delivery.buffered, .streamed, .file(nil)].randomElement(using: &generator)
        ?? .buffered
      return CurlTest.request(url, method: method, timeout: .seconds(20), delivery: delivery, body: body)
    }

    private static func pieces(_ size: Int) -> ByteStream {
      let sent = Counter()
      return ByteStream { () async throws(NetworkRequestError) in
        let start = sent.add(16_384) - 16_384
        // Uploads wait for their pieces at different times.
        for _ in 0..<(start >> 14 & 7) { await Task.yield() }
        return start < size ? Data(repeating: 1, count: min(16_384, size - start)) : nil
      }
    }
  }
#endif
