import TestSupport
import Testing

@testable import Requisite

@Suite("The work of a source that can be closed", .timeLimit(.minutes(1)))
struct SourceClosingTests {
  private final class Result: Sendable {}

  @Test("What work has returned is not kept after it")
  func keepsNothing() async throws {
    let closing = SourceClosing()
    weak var kept: Result?
    do {
      let result = try await closing.run { () async throws(NetworkRequestError) in Result() }
      kept = result
    }
    #expect(await until { kept == nil })
  }

  @Test("Work that begins after the source was closed is cancelled")
  func closedBefore() async throws {
    let closing = SourceClosing()
    closing.close()
    try await ending(of: "the work") {
      try await closing.run { () async throws(NetworkRequestError) in
        while !Task.isCancelled { await Task.yield() }
      }
    }
  }
}
