import Foundation
import RequisiteTesting
import Testing

@testable import Requisite

@Suite("The article on defaults and limits")
struct DefaultsTests {
  /// The second cell of each row, by the first one.
  private let rows: [String: String]

  init() throws {
    let page = Repository.root.appendingPathComponent("Sources/Requisite/Requisite.docc/Defaults.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    let cells = lines.filter { $0.hasPrefix("| ") }.map { line in
      line.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init)
    }
    rows = Dictionary(
      cells.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }

  private func row(_ start: String) -> String? { rows.first { $0.key.hasPrefix(start) }?.value }
  private func size(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes >> 10) KiB"
  }
  private func seconds(_ time: Duration?) -> String { time.map { "\($0.components.seconds) s" } ?? "none" }

  @Test("times and sizes of options and stores are those of the code")
  func options() {
    let options = RequestOptions()
    #expect(row("``RequestOptions/timeout``") == seconds(options.timeout))
    #expect(row("``RequestOptions/deadline``") == seconds(options.deadline))
    #expect(row("``RequestOptions/maximumBodySize``") == size(options.maximumBodySize))
    #expect(row("``RequestOptions/maximumLineLength``") == size(options.maximumLineLength))
    #expect(options.acceptedStatuses == Set(200...299))
    #expect(row("``RequestOptions/acceptedStatuses``") == "200 to 299")
    #expect(row("``MemoryCacheStore``") == size(MemoryCacheStore().maximumSize))
    #expect(row("``RedirectPolicy/limit``") == "\(RedirectPolicy().limit)")
    #expect(options.cookies == nil)
  }

  @Test("counts of attempts, calls and tokens are those of the code")
  func counts() throws {
    let stack = StandardStack()
    #expect(row("attempts of `.retried()`") == "\(try attempts(Backoff.constant()))")
    #expect(row("attempts of ``StandardStack/retry``") == "\(try attempts(#require(stack.retry)))")
    #expect(row("``StandardStack/concurrentCalls``") == stack.concurrentCalls.map(String.init))
    #expect(stack.cache is MemoryCacheStore)
    #expect(TransportConfiguration.TLS().minimumVersion == .tls12)
  }

  /// The number of attempts that a policy makes for a GET that always fails.
  private func attempts(_ policy: any RetryPolicy) throws -> Int {
    let failure = NetworkRequestError.urlSessionFailed(TransportFailure(.networkConnectionLost))
    let request = TransportRequest(url: .api)
    return (1...50).first { number in
      let failed = FailedAttempt(
        number: number, request: request, outcome: .failure(failure), retryAfter: nil, elapsed: .zero)
      return policy.delay(after: failed) == nil
    } ?? 0
  }

  @Test("no row is empty or twice")
  func whole() {
    #expect(rows.count >= 25)
    #expect(rows.values.allSatisfy { !$0.isEmpty })
  }
}
