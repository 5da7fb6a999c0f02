#if canImport(FoundationNetworking)
  import FoundationNetworking
  import TestSupport
  import Testing

  @testable import Requisite

  /// One exchange, to which the callbacks of a session are given in turn.
  @Suite("The order of what an exchange in a URLSession reports")
  struct URLSessionExchangeTests {
    @Test("the last report of a streamed response's progress comes before its stream ends")
    func lastReport() throws {
      let url = try #require(URL(string: "http://127.0.0.1:9/"))
      let (stream, hasEnded) = (Locked<ByteStream?>(nil), Locked<[Bool]>([]))
      var request = TransportRequest(url: url, delivery: .streamed)
      request.options.onProgress = { _ in
        let isOver = stream.withLock { $0 }?.end != nil
        hasEnded.withLock { $0.append(isOver) }
      }
      let exchange = URLSessionExchange(request)
      let queue = try #require(exchange.queue)
      let chunks = queue.stream(ending: {})
      stream.withLock { $0 = chunks }
      let head = try #require(
        HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:]))
      #expect(exchange.received(head))
      exchange.completed(URLSession.shared.dataTask(with: URLRequest(url: url)), with: nil)
      #expect(hasEnded.withLock { $0 } == [false])
      #expect(chunks.end != nil)
    }
  }
#endif
