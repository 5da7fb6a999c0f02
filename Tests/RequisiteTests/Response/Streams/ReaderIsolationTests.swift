import Dispatch
import RequisiteJSON
import Testing

@testable import Requisite

@Suite("Streams and the actor of their reader", .timeLimit(.minutes(1)))
struct ReaderIsolationTests {
  private func response(_ text: String, type: MediaType) throws -> NetworkResponse {
    let url = try #require(URL(string: "http://h.example/"))
    return NetworkResponse(
      status: 200, headers: [.contentType(type)], data: Data(text.utf8), request: TransportRequest(url: url))
  }

  @Test("lines that have arrived are read without leaving the actor")
  func lines() async throws {
    let text = String(repeating: "line\n", count: 1000)
    let reader = Reader()
    let lines = try Lines(response: response(text, type: .plainText), decoder: JSONCoding())
    #expect(try await reader.count(lines) == 1000)
    #expect(reader.executor.jobs.withLock { $0 } < 10)
  }

  @Test("events that have arrived are read without leaving the actor")
  func events() async throws {
    let text = String(repeating: "data: 1\n\n", count: 1000)
    let reader = Reader()
    let events = try ServerSentEvents(response: response(text, type: .eventStream), decoder: JSONCoding())
    #expect(try await reader.count(events) == 1000)
    #expect(reader.executor.jobs.withLock { $0 } < 10)
  }
}

private actor Reader {
  let executor = CountingExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func count(_ lines: Lines) async throws -> Int {
    var count = 0
    for try await _ in lines { count += 1 }
    return count
  }

  func count(_ events: ServerSentEvents) async throws -> Int {
    var count = 0
    for try await _ in events { count += 1 }
    return count
  }
}

/// Runs jobs on a queue and counts them: each return to the actor is one.
private final class CountingExecutor: SerialExecutor {
  let jobs = Locked(0)
  private let queue = DispatchQueue(label: "reader")

  func enqueue(_ job: consuming ExecutorJob) {
    _ = jobs.next()
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
