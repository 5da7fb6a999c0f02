import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("One reader at a time", .timeLimit(.minutes(3)))
struct StreamAccessTests {
  @Test("a second task that reads at the same time gets an error, and the first one gets all chunks")
  func twoTasks() async throws {
    let queue = ChunkQueue()
    let started = Locked(false)
    let source = queue.stream(ending: {}).makeAsyncIterator().pull
    let stream = ByteStream { () async throws(NetworkRequestError) -> Data? in
      started.withLock { $0 = true }
      return try await source()
    }
    let first = Task { try await stream.collected(upTo: 10) }
    #expect(await until { started.withLock { $0 } })
    for _ in 0..<3 {
      var second = stream.makeAsyncIterator()
      let error = await #expect(throws: NetworkRequestError.self) { try await second.next() }
      #expect(error?.kind == .unknownError)
      #expect(error?.description.contains("another task") == true)
      #expect(error?.isBeforeSending == false && error?.isRetryable == false)
    }
    queue.append(Data("a".utf8))
    queue.append(Data("b".utf8))
    queue.finish(nil)
    #expect(try await first.value == Data("ab".utf8))
    var second = stream.makeAsyncIterator()
    #expect(try await second.next() == nil)
  }

  @Test("a pass that has failed stays failed, and a stream that can restart does not")
  func afterFailure() async throws {
    let count = Locked(0)
    let pull: ByteStream.Pull = { () async throws(NetworkRequestError) -> Data? in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number != 2 else { throw .urlSessionFailed(TransportFailure(.networkConnectionLost)) }
      return Data("\(number)".utf8)
    }
    let stream = ByteStream(pull: pull)
    var chunks = stream.makeAsyncIterator()
    #expect(try await chunks.next() == Data("1".utf8))
    for _ in 0..<2 {
      let error = await #expect(throws: NetworkRequestError.self) { try await chunks.next() }
      #expect(error?.code == .networkConnectionLost)
    }
    await #expect(throws: NetworkRequestError.self) { try await stream.collected(upTo: 10) }
    #expect(count.withLock { $0 } == 2)
    count.withLock { $0 = 0 }
    let restarting = ByteStream(restarting: { pull })
    await #expect(throws: NetworkRequestError.self) { try await restarting.collected(upTo: 10) }
    var again = restarting.makeAsyncIterator()
    #expect(try await again.next() == Data("3".utf8))
  }
}
