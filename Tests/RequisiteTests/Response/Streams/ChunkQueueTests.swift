import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("The queue of a streamed body", .timeLimit(.minutes(1)))
struct ChunkQueueTests {
  @Test("single bytes are joined into few chunks, with all bytes in order")
  func joined() async throws {
    let queue = ChunkQueue()
    let bytes = (0..<(256 << 10)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for byte in bytes {
      #expect(!queue.isFull)
      queue.append(Data([byte]))
    }
    #expect(queue.isFull)
    queue.finish(nil)
    let drained = Locked(0)
    let chunks = try await queue.stream(ending: {}, drained: { drained.withLock { $0 += 1 } }).all()
    #expect(chunks.reduce(Data(), +) == Data(bytes))
    #expect(chunks.count == 16)
    #expect(drained.withLock { $0 } == 1)
    #expect(!queue.isFull)
  }

  @Test("a queue that was full is drained when less than a quarter of it is left")
  func drained() async throws {
    let (queue, drained) = (ChunkQueue(), Counter())
    for _ in 0..<4 { queue.append(Data(count: 64 << 10)) }
    var iterator = queue.stream(ending: {}, drained: { drained.add() }).makeAsyncIterator()
    var counts: [Int] = []
    for _ in 0..<4 {
      _ = try await iterator.next()
      counts.append(drained.value)
    }
    #expect(counts == [0, 0, 0, 1])
  }

  @Test("a reader that is cancelled ends the transfer, which ends its wait")
  func cancelled() async throws {
    let queue = ChunkQueue()
    let stream = queue.stream(ending: { queue.finish(.cancelled(nil)) })
    let reader = Task { try await stream.collected(upTo: 10) }
    reader.cancel()
    await #expect(throws: NetworkRequestError.cancelled(nil)) {
      try await ending(of: "the reader") { try await reader.value }
    }
  }

  @Test("a stream that is discarded ends those below it, although it is kept")
  func discarded() {
    let (inner, outer) = (Counter(), Counter())
    let stream = ByteStream(Data("a".utf8)).ending { inner.add() }.ending { outer.add() }
    stream.discard()
    withExtendedLifetime(stream) { #expect(inner.value == 1 && outer.value == 1) }
  }

  @Test("chunks of any size keep their bytes and order, and large ones are not joined")
  func sizes() async throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let queue = ChunkQueue()
      let chunks = (0..<generator.index(below: 12)).map { _ in
        Data(generator.bytes(1...[3, 9_000, 40_000][generator.index(below: 3)]))
      }
      for chunk in chunks { queue.append(chunk.dropFirst(0)) }
      queue.finish(nil)
      let read = try await queue.stream(ending: {}).all()
      #expect(read.reduce(Data(), +) == chunks.reduce(Data(), +))
      #expect(read.count <= chunks.count)
      #expect(chunks.filter { $0.count > 16 << 10 }.allSatisfy(read.contains))
    }
  }
}
