#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import TestSupport
  import Testing

  @testable import Requisite

  /// What ends an exchange, and what is left of it.
  extension URLSessionExchangeTests {
    private final class Mark: Sendable {}

    private static func url() throws -> URL { try #require(URL(string: "http://127.0.0.1:9/")) }

    private static func head(_ fields: [String: String] = [:]) throws -> HTTPURLResponse {
      try #require(
        HTTPURLResponse(url: try url(), statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields))
    }

    /// An exchange whose body in memory has at most 1,000 bytes.
    private static func limited() throws -> URLSessionExchange {
      let options = RequestOptions().with(\.maximumBodySize, 1_000)
      return URLSessionExchange(TransportRequest(url: try url(), options: options))
    }

    @Test("a body that is announced as too large is not read, and another one not beyond its limit")
    func tooLarge() throws {
      let announced = try Self.limited()
      #expect(!announced.received(try Self.head(["Content-Length": "1001"])) && announced.isOver)
      let other = try Self.limited()
      #expect(other.received(try Self.head()))
      for _ in 0..<2 { other.received(Data(count: 500)) }
      #expect(!other.isOver)
      other.received(Data(count: 1))
      #expect(other.isOver && other.state.withLock { $0.data.count } == 1_000)
    }

    @Test("the first error of an exchange counts, though it is cancelled after it")
    func firstError() throws {
      let exchange = try Self.limited()
      exchange.stop(with: .bodyTooLarge(1_000, request: exchange.request))
      exchange.cancel()
      #expect(exchange.state.withLock { $0.failure?.kind } == .bodyTooLarge)
    }

    @Test("an exchange that is cancelled cancels its task", .timeLimit(.minutes(1)))
    func cancelsTask() async throws {
      let exchange = URLSessionExchange(TransportRequest(url: try Self.url()))
      let task = URLSession.shared.dataTask(with: URLRequest(url: try Self.url()))
      exchange.state.withLock { $0.task = task }
      exchange.cancel()
      #expect(await until { task.state != .suspended })
    }

    @Test("a streamed body that no one reads any more ends its exchange")
    func droppedStream() async throws {
      let exchange = URLSessionExchange(TransportRequest(url: try Self.url(), delivery: .streamed))
      let head = try Self.head()
      do {
        let outcome: URLSessionExchange.Outcome = await withCheckedContinuation { continuation in
          exchange.state.withLock { $0.continuation = continuation }
          _ = exchange.received(head)
        }
        #expect(try outcome.get().status == 200 && !exchange.isOver)
      }
      #expect(exchange.isOver)
    }

    @Test("what is lost with its connection after the head was lost after the request was sent")
    func lostAfterSending() async throws {
      let exchange = URLSessionExchange(TransportRequest(url: try Self.url()))
      let task = URLSession.shared.dataTask(with: URLRequest(url: try Self.url()))
      let head = try Self.head()
      let outcome: URLSessionExchange.Outcome = await withCheckedContinuation { continuation in
        exchange.state.withLock { $0.continuation = continuation }
        _ = exchange.received(head)
        exchange.completed(task, with: URLError(.networkConnectionLost))
      }
      #expect(try outcome.get().bodyFailure?.call.phase == .sent)
    }

    @Test("the cookies of a session are not added to a Cookie of the request")
    func ownCookies() throws {
      let request = TransportRequest(url: try Self.url(), headers: ["Cookie": "own=1"])
      #expect(try !request.sessionRequest().httpShouldHandleCookies)
    }

    @Test("nothing is left of a call whose transport stays", .timeLimit(.minutes(1)))
    func released() async throws {
      let server = try FaultServer.answering(body: "ok")
      defer { server.stop() }
      let transport = URLSessionTransport(configuration: .default)
      weak var call: Mark?
      do {
        let mark = Mark()
        call = mark
        let options = RequestOptions().with(\.onProgress) { _ in _ = mark }
        _ = try await transport.send(TransportRequest(url: server.url("/"), options: options))
      }
      #expect(await until { call == nil })
      _ = transport
    }
  }
#endif
