import Foundation
import Requisite
import RequisiteTesting
import Testing

@testable import Services

@Suite("Programs that pay, wait and work offline do what they say", .timeLimit(.minutes(3)))
struct PaymentsAndJobsTests {
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("an order is paid once, a declined card is no failure, and a list is summed over its pages")
  func payments() async throws {
    let one: JSONValue = ["id": "p1", "amount": 500, "status": "succeeded", "created": 1_760_000_000]
    let two: JSONValue = ["id": "p2", "amount": 9, "status": "canceled", "created": 1]
    let stub = StubTransport {
      On(.post, "/v1/payments").respond(
        .status(503), .json(one), .json(["error": ["decline_code": "lost_card"]], status: 402),
        .status(429, headers: [.retryAfter: "90"]))
      On(.post, "/v1/refunds").form("payment", "p1").respond(status: 200)
      On(.get, "/v1/payments").query("starting_after", "p2").respond(json: ["data": [one], "has_more": false])
      On(.get, "/v1/payments").respond(json: ["data": [one, two], "has_more": true])
    }
    let payments = Payments(key: "k", terminal: stub)
    guard case .paid(let payment) = try await payments.pay("42", cents: 500) else {
      Issue.record("not paid")
      return
    }
    #expect(payment.created == Date(timeIntervalSince1970: 1_760_000_000))
    let sent = stub.requests
    #expect(sent.map { $0.headers[.idempotencyKey] } == ["order-42", "order-42"])
    #expect(sent[0].form["metadata[order]"] == "42" && sent[0].form.values(for: "methods[]").count == 2)
    #expect(try await payments.pay("43", cents: 900) == .declined("lost_card"))
    #expect(try await payments.pay("44", cents: 900) == .tryLater(after: .seconds(90)))
    try await payments.refund(payment)
    #expect(try await payments.total(since: Date(timeIntervalSince1970: 7)) == 1_000)
    #expect(stub.requests.last?.query["created[gte]"] == "7")
    try stub.verify()
  }

  @MainActor private final class Reports { var all: [String] = [] }

  @Test("a job is asked for until it is done, as often as the server wants")
  @MainActor func jobs() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (script, place) = (folder.appending(path: "script"), folder.appending(path: "video.mp4"))
    try Data(String(repeating: "pan left\n", count: 500).utf8).write(to: script)
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    let done = RenderJob(
      state: .done, result: URL(string: "https://cdn.example.com/7.mp4"), sha256: digest)
    let stub = StubTransport {
      On(.post, "/jobs").respond(
        status: 202, headers: [.location: "/jobs/7"], json: RenderJob(state: .queued))
      On(.get, "/jobs/7").respond(
        .json(RenderJob(state: .running, percent: 0.1), headers: [.retryAfter: "10"]),
        .json(RenderJob(state: .running, percent: 0.8)), .json(done))
      On(.get, "https://cdn.example.com/7.mp4").respond(.data(Data("abc".utf8), contentType: "video/mp4"))
    }
    let clock = TestClock()
    let client = APIClient(
      baseURL: "https://render.example.com", transport: stub.compressed(), clock: CallClock(clock))
    let jobs = RenderJobs(client: client, clock: clock)
    let reports = Reports()
    let size = try await clock.run { try await jobs.render(script, to: place) { reports.all.append($0) } }
    #expect(size == 3 && clock.now.offset == .seconds(12))
    #expect(reports.all.prefix(2) == ["10 % rendered", "80 % rendered"])
    #expect(stub.requests[0].url.query() == "width=1920&format=mp4")
    #expect(stub.requests[0].headers[.contentEncoding] == "gzip")
  }

  @Test("changes that were made offline are sent later, once, and a conflict is shown")
  @MainActor func outbox() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (mine, theirs) = (
      Note(id: UUID(), text: "Mine", version: 4), Note(id: UUID(), text: "Theirs", version: 5)
    )
    let stub = StubTransport {
      On(.put, "/notes/*").respond(
        .failure(.notConnectedToInternet), .json(mine), .json(theirs, status: 412))
      On(.delete).respond(status: 404)
    }
    let client = APIClient(baseURL: "https://notes.example.com", transport: stub)
    let file = folder.appending(path: "outbox.json")
    let outbox = try Outbox(file: file, client: client)
    try outbox.add(.save(mine))
    try outbox.add(.delete(UUID()))
    #expect(try await outbox.flush() == .offline(left: 2))
    let restarted = try Outbox(file: file, client: client)
    #expect(try await restarted.flush() == .sent(2))
    try restarted.add(.save(mine))
    #expect(try await restarted.flush() == .conflict(server: theirs))
    let keys = stub.requests.map { $0.headers[.idempotencyKey] }
    #expect(keys.count == 4 && keys[0] == keys[1] && Set(keys).count == 3)
    #expect(stub.requests[0].headers[.ifMatch] == "\"4\"")
  }
}
