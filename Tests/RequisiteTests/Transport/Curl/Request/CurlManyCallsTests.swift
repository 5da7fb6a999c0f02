#if os(Linux)
  import TestSupport
  import Testing

  @testable import Requisite

  /// Many calls at a time to a real peer, over HTTP/1.1 and, where it is sound, HTTP/2.
  @Suite(
    "CurlTransport: many calls at a time to nginx", .enabled(if: NginxServer.isAvailable),
    .timeLimit(.minutes(3)))
  struct CurlManyCallsTests {
    private let certificates: Certificates
    private let server: NginxServer

    init() throws {
      certificates = try Certificates.shared.get()
      server = try NginxServer(certificates)
      try server.serve(Data("hello".utf8), as: "hello.txt")
    }

    private func request(_ path: String = "/hello.txt", of other: NginxServer? = nil) throws
      -> TransportRequest
    {
      let url = try #require(URL(string: "https://localhost:\((other ?? server).securePort)\(path)"))
      return CurlTest.request(url, deadline: .seconds(30))
    }

    private func transport(isHTTP2: Bool) -> CurlTransport {
      let authority = certificates.path("ca.pem")
      return CurlTest.fresh {
        $0.tls.authorities = .file(authority)
        $0.httpVersion = isHTTP2 ? .automatic : .http1
      }
    }

    @Test(
      "responses to requests whose body the server does not read arrive, eight at a time",
      arguments: CurlTest.speaksHTTP2 ? [true, false] : [false])
    func early(_ isHTTP2: Bool) async throws {
      defer { server.stop() }
      let transport = transport(isHTTP2: isHTTP2)
      var post = try request()
      (post.method, post.body) = (.post, .data(Data(count: 100_000)))
      let (early, next, failures) = (post, Counter(), Locked<[String]>([]))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            while next.add() <= 100 {
              let outcome = await transport.outcome(of: early)
              if case .success(let response) = outcome, response.status == 405 { continue }
              failures.withLock { $0.append("\(outcome)") }
            }
          }
        }
      }
      let found = failures.withLock { $0 }
      #expect(found.isEmpty, "\(found.count) of 100: \(found.prefix(3))")
    }

    @Test(
      "while nginx reloads, only a POST fails that may have been processed, and its error says so; REQUISITE_RELOAD_CALLS sets the number of calls",
      arguments: CurlTest.speaksHTTP2 ? [true, false] : [false])
    func reloads(_ isHTTP2: Bool) async throws {
      server.stop()
      let server = try NginxServer(certificates, reloads: true)
      defer { server.stop() }
      try server.serve(Data("hello".utf8), as: "hello.txt")
      let transport = transport(isHTTP2: isHTTP2).retried(.immediate(attempts: 4), budget: nil)
      let (get, count) = (try request(of: server), CurlTest.rounds("REQUISITE_RELOAD_CALLS", default: 1000))
      var posted = try request("/done", of: server)
      (posted.method, posted.body) = (.post, .text("hello"))
      let (post, next, lost, failures) = (posted, Counter(), Counter(), Locked<[String]>([]))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<32 {
          group.addTask {
            while case let number = next.add(), number <= count {
              if number.isMultiple(of: 200) { server.reload() }
              do throws(NetworkRequestError) {
                _ = try await transport.send(number.isMultiple(of: 2) ? get : post)
              } catch {
                let mayBeDone = "it may have acted on the request"
                if !number.isMultiple(of: 2), error.words.contains(mayBeDone) {
                  lost.add()
                } else {
                  failures.withLock { $0.append("\(number): \(error)") }
                }
              }
            }
          }
        }
      }
      let found = failures.withLock { $0 }
      #expect(found.isEmpty, "\(found.count) of \(count): \(found.prefix(3))")
      // Over HTTP/2, the server says which requests it has not processed.
      #expect(!isHTTP2 || lost.value == 0, "\(lost.value) of \(count / 2)")
    }

    @Test(
      "of 2,000 POSTs to an nginx that ends each connection after 20, none is lost untold and none is made twice",
      .feature("F38"), .enabled(if: CurlTest.speaksHTTP2), arguments: [false, true])
    func fewRequests(reloads: Bool) async throws {
      server.stop()
      let server = try NginxServer(certificates, reloads: true, requests: 20)
      defer { server.stop() }
      let (transport, next) = (transport(isHTTP2: true), Counter())
      let (answered, failures) = (Locked<[String]>([]), Locked<[NetworkRequestError]>([]))
      let requests = try (0..<2000).map { number in
        var request = try request("/done?\(number)", of: server)
        (request.method, request.body) = (.post, .text("hello"))
        return request
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<32 {
          group.addTask {
            while case let number = next.add() - 1, number < requests.count {
              if reloads, number % 200 == 199 { server.reload() }
              do throws(NetworkRequestError) {
                let response = try await transport.send(requests[number])
                if response.status == 201 { answered.withLock { $0.append("\(number)") } }
              } catch {
                failures.withLock { $0.append(error) }
              }
            }
          }
        }
      }
      let (done, found) = (answered.withLock { $0 }, failures.withLock { $0 })
      #expect(done.count + found.count == requests.count)
      #expect(found.count <= 40, "\(found.count): \(found.prefix(3))")
      // A worker that ends may reset the connection of a response that it has sent: then the error says that the request was sent.
      let sent = found.filter { !$0.isBeforeSending }
      #expect(reloads || sent.isEmpty, "\(sent.prefix(3))")
      await transport.shutDown()
      server.stop()
      let processed = try server.processed()
      #expect(Set(processed).count == processed.count)
      let told = sent.compactMap { $0.request?.url.query }
      #expect(Set(processed).symmetricDifference(done).isSubset(of: told))
    }

    @Test("an nginx that is stopped as soon as it listens ends", arguments: [true, false])
    func stop(reloads: Bool) throws {
      server.stop()
      for _ in 0..<10 { try NginxServer(certificates, reloads: reloads).stop() }
    }

    @Test("a thousand calls at a time over HTTP/1.1 use as many connections as are configured")
    func thousand() async throws {
      defer { server.stop() }
      let transport = transport(isHTTP2: false)
      let (request, connections) = (try request(), Counter())
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<1000 {
          group.addTask {
            let response = try await transport.send(request)
            #expect(response.text == "hello")
            if response.timings?.reusedConnection == false { connections.add() }
          }
        }
        try await group.waitForAll()
      }
      #expect((1...64).contains(connections.value))
    }
  }
#endif
