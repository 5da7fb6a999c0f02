import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Responses after the deadline", .timeLimit(.minutes(3)))
struct LateResponseTests {
  private let clock = TestClock()
  private let uncancellable = Uncancellable()

  @Test("a file that arrives after the deadline is removed, by the decorator and by the dispatcher")
  func files() async throws {
    let folder = try TemporaryFolder()
    let decorated = uncancellable.deadline(.seconds(5), clock: CallClock(clock))
    let dispatcher = NetworkDispatcher(transport: uncancellable, clock: CallClock(clock))
    let bounded = RequestOptions(deadline: .seconds(5))
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await decorated.send(TransportRequest(url: .api, delivery: .file(nil))) },
      { _ = try await dispatcher.send(TransportRequest(url: .api, options: bounded, delivery: .file(nil))) },
    ]
    for (number, call) in calls.enumerated() {
      let file = try folder.file("\(number)", Data("late".utf8))
      #expect(try await end(of: call, answeredLateWith: .file(file)) == .deadlineExceeded)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test("a file for a cancelled call is removed")
  func gone() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("gone", Data("late".utf8))
    let dispatcher = NetworkDispatcher(transport: uncancellable)
    let call = Task { try await dispatcher.send(TransportRequest(url: .api, delivery: .file(nil))) }
    #expect(await until { uncancellable.waiting == 1 })
    call.cancel()
    uncancellable.answer(.file(file))
    let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
    #expect(error?.kind == .cancelled)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test("a call that ends in time leaves no timer behind")
  func inTime() async throws {
    let decorated = uncancellable.deadline(.seconds(5), clock: CallClock(clock))
    let call = Task { try await decorated.send(TransportRequest(url: .api)) }
    #expect(await until { uncancellable.waiting == 1 && clock.sleeperCount == 1 })
    uncancellable.answer()
    #expect(try await call.value.status == 200)
    #expect(await until { clock.sleeperCount == 0 })
  }

  @Test("a stream that arrives after the deadline is dropped, which ends its transfer")
  func streams() async throws {
    let decorated = uncancellable.deadline(.seconds(5), clock: CallClock(clock))
    let ended = Locked(false)
    let kind = try await end(
      of: { _ = try await decorated.send(TransportRequest(url: .api, delivery: .streamed)) },
      answeredLateWith: .stream(ChunkQueue().stream { ended.withLock { $0 = true } }))
    #expect(kind == .deadlineExceeded)
    #expect(await until { ended.withLock { $0 } })
  }

  @Test("a response at the moment of the deadline is too late")
  func sameMoment() async throws {
    for _ in 0..<200 {
      let clock = TestClock()
      let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.text("here").after(.seconds(5))) }
      let transport = stub.deadline(.seconds(5), clock: CallClock(clock))
      let call = Task { await transport.outcome(of: TransportRequest(url: .api)) }
      try await clock.sleepers(2)
      clock.advance(by: .seconds(5))
      guard case .failure(let error) = await call.value else {
        Issue.record("a late response was taken")
        return
      }
      #expect(error.kind == .deadlineExceeded)
    }
  }

  @Test("a cancelled call that ends after its deadline is reported as cancelled")
  func cancelled() async throws {
    let decorated = uncancellable.deadline(.seconds(5), clock: CallClock(clock))
    let call = Task { await decorated.outcome(of: TransportRequest(url: .api)) }
    #expect(await until { uncancellable.waiting == 1 })
    call.cancel()
    #expect(uncancellable.cancelled == 1, "the cancellation is passed on at once")
    clock.advance(by: .seconds(9))
    uncancellable.answer()
    guard case .failure(let error) = await call.value else {
      Issue.record("a late response was taken")
      return
    }
    #expect(error.kind == .cancelled)
  }

  @Test("cancelling the reader of a stream cancels the stream, also between two chunks")
  func cancelledReader() async throws {
    let ended = Locked(false)
    let queue = ChunkQueue()
    let deadline = CallDeadline(.seconds(5), on: CallClock(clock))
    let stream = deadline.bounding(
      queue.stream { ended.withLock { $0 = true } }, of: TransportRequest(url: .api))
    queue.append(Data("a".utf8))
    let reader = Task {
      var iterator = stream.makeAsyncIterator()
      let first = try await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      queue.append(Data("b".utf8))
      _ = try await iterator.next()
      return first
    }
    #expect(try await reader.value == Data("a".utf8))
    #expect(ended.withLock { $0 })
    withExtendedLifetime(stream) {}
  }

  @Test("a call that does not wait sets no timer, and the task-local values of the caller are visible in it")
  func nothingToWaitFor() async throws {
    let sleeps = Locked(0)
    let seen = Locked<String?>(nil)
    let clock = CallClock(CountingClock { sleeps.withLock { $0 += 1 } })
    let transport = Telling { seen.withLock { $0 = Note.text } }.deadline(.seconds(5), clock: clock)
    _ = try await Note.$text.withValue("told") { try await transport.send(TransportRequest(url: .api)) }
    #expect(seen.withLock { $0 } == "told")
    // Elsewhere each call begins in a thread of its own, and there is a timer before it has an answer.
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    #expect(sleeps.withLock { $0 } == 0)
  }

  @Test("a thousand calls that share a clock's sleeper each end at their own deadline")
  func sharedSleeper() async throws {
    let shared = CallClock(clock).sharingSleepers()
    let stub = StubTransport(clock: shared) { On.any().respond(.never) }
    let options = RequestOptions().with(\.timeout, nil)
    let calls = (1...1_000).map { number in
      Task {
        await stub.deadline(.seconds(number % 10 + 1), clock: shared)
          .outcome(of: TransportRequest(url: .api, options: options))
      }
    }
    #expect(await until { stub.requests.count == 1_000 })
    #expect(await until { clock.sleeperCount == 1 })
    let mover = Task {
      while !Task.isCancelled {
        try await clock.sleepers(1)
        clock.advanceToNextDeadline()
      }
    }
    defer { mover.cancel() }
    for call in calls {
      guard case .failure(let error) = await call.value else {
        Issue.record("no deadline")
        return
      }
      #expect(error.kind == .deadlineExceeded)
    }
  }

  /// Runs a call past its deadline, answers it then, and returns what it threw.
  private func end(
    of call: @escaping @Sendable () async throws -> Void, answeredLateWith body: TransportResponse.Body
  ) async throws -> NetworkRequestError.Kind? {
    let cancelled = uncancellable.cancelled
    let running = Task { try await call() }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    #expect(await until { uncancellable.cancelled > cancelled })
    uncancellable.answer(body)
    let error = await #expect(throws: NetworkRequestError.self) { try await running.value }
    return error?.kind
  }
}

private enum Note { @TaskLocal static var text: String? }

/// Answers at once.
private struct Telling: Transport {
  let tell: @Sendable () -> Void

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    tell()
    return TransportResponse(status: 200, url: request.url)
  }
}

/// Counts who lies down.
private struct CountingClock: Clock {
  let count: @Sendable () -> Void

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    count()
    throw CancellationError()
  }
}
