#if canImport(Combine)
  import Combine
  import Requisite
  import Testing

  @Suite("Publishers of sequences", .timeLimit(.minutes(1)))
  struct SequencePublisherTests {
    private func stream(failing: Bool = false) -> ByteStream {
      let (chunks, feed) = AsyncThrowingStream.makeStream(of: Data.self)
      feed.yield(Data("a\nb\n".utf8))
      feed.finish(throwing: failing ? TransportFailure(.networkConnectionLost) : nil)
      return ByteStream(chunks)
    }

    @Test("elements are published, and then the end", .feature("E14"))
    func elements() async {
      let results = await stream().publisher().results()
      #expect(results.values == [Data("a\nb\n".utf8)])
      #expect(results.failure == nil)
    }

    @Test("an error is published after the elements before it", .feature("E14"))
    func failure() async {
      let results = await stream(failing: true).publisher().results()
      #expect(results.values.count == 1)
      #expect(results.failure != nil)
    }

    @Test("a sequence is read as far as its subscriber asks", .feature("E14"))
    func demand() async {
      let (numbers, feed) = AsyncStream.makeStream(of: Int.self)
      for number in 1...5 { feed.yield(number) }
      let results = await numbers.publisher().prefix(2).results()
      #expect(results.values == [1, 2])
    }
  }
#endif
