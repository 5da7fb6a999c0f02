import RequisiteTesting
import Testing

@Suite("Calls with a completion", .timeLimit(.minutes(3)))
struct CallbackTests {
  typealias Outcome = Result<[Todo], NetworkRequestError>

  @Test(
    "the completion runs on the main actor, and a task brings a result to any queue", .feature("D26", "D27"))
  func queues() async throws {
    let client = APIClient.answering(.json([Todo()]))
    let main = MainQueueMark()
    let onMain = await withCheckedContinuation { continuation in
      client.dispatch(GetTodos()) { (outcome: Outcome) in
        let todos = (try? outcome.get()) ?? []
        continuation.resume(returning: main.isHere && todos == [Todo()])
      }
    }
    #expect(onMain)
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "mine")
    queue.setSpecific(key: key, value: "mine")
    let where_ = await withCheckedContinuation { continuation in
      Task {
        let _: Outcome = await client.result(of: GetTodos())
        queue.async { continuation.resume(returning: DispatchQueue.getSpecific(key: key)) }
      }
    }
    #expect(where_ == "mine")
  }

  @Test("cancelling the task calls the completion once, with the cancellation", .feature("D26"))
  func cancelled() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) { On.any().respond(.json([Todo()]).after(.seconds(5))) }
    let calls = Log()
    let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
    let task = APIClient.testing(stub).dispatch(GetTodos()) { (outcome: Outcome) in
      calls.add("called")
      continuation.yield(outcome)
    }
    try await clock.sleepers(1)
    task?.cancel()
    var iterator = outcomes.makeAsyncIterator()
    guard case .failure(let error) = await iterator.next() else {
      Issue.record("no failure")
      return
    }
    #expect(error.isCancellation)
    task?.cancel()
    #expect(calls.lines.count == 1)
  }

  @Test(
    "a request that cannot be built calls the completion later with its error, and returns no task",
    .feature("D28"))
  @MainActor
  func unbuildable() async throws {
    let client = APIClient(baseURL: "ftp://api.test", transport: UnimplementedTransport())
    let log = Log()
    let error: NetworkRequestError? = await withCheckedContinuation { continuation in
      let task = client.dispatch(GetTodos()) { (outcome: Outcome) in
        log.add("called back")
        if case .failure(let error) = outcome { continuation.resume(returning: error) }
      }
      log.add(task == nil ? "no task" : "a task")
    }
    #expect(error?.kind == .invalidRequest)
    // The completion runs on the main queue, which this test holds until it waits.
    #expect(log.lines == ["no task", "called back"])
  }

  @Test(
    "a completion of the main actor changes what belongs to it, for endpoints and responses too",
    .feature("D26", "F32"))
  @MainActor
  func onMainActor() async {
    final class Model { var texts: [String] = [] }
    let model = Model()
    let client = APIClient.answering(.json([Todo()], headers: ["X-Total-Count": "7"]))
    let endpoint = Endpoint<[Todo]>.get("/todos")
    await withCheckedContinuation { done in
      client.dispatch(endpoint) { result in
        model.texts.append("\((try? result.get().count) ?? 0)")
        client.response(for: endpoint) { result in
          model.texts.append((try? result.get().headers[.xTotalCount]) ?? "none")
          client.response(for: GetTodos()) { result in
            model.texts.append("\((try? result.get().status) ?? 0)")
            done.resume()
          }
        }
      }
    }
    #expect(model.texts == ["1", "7", "200"])
  }

  @Test("dropping the task does not cancel it", .feature("D26"))
  func dropped() async {
    let client = APIClient.answering(.status(500))
    let error: NetworkRequestError? = await withCheckedContinuation { continuation in
      client.dispatch(GetTodos()) { (outcome: Outcome) in
        if case .failure(let error) = outcome { continuation.resume(returning: error) }
      }
    }
    #expect(error?.kind == .serverError)
  }
}
