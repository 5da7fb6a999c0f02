import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A body that can be read once stays whole until it is read", .timeLimit(.minutes(3)))
struct UntakenBodyTests {
  private static let text = Data((1...400).map { "line \($0)\n" }.joined().utf8)

  private func upload(_ options: RequestOptions) -> Endpoint<Data> {
    let stream = BodyStream(ByteStream(Self.text))
    return Endpoint<Data>.post("/log", body: .stream(stream, contentType: "text/plain")).options(options)
  }

  @Test("by a preview, compressed or counted", arguments: [true, false])
  func preview(isCompressed: Bool) async throws {
    let request = upload(Self.options(isCompressed))
    let client = APIClient.testing(SecondChance(failures: 0).compressed())
    #expect(try await client.curlCommand(for: request).contains("@-"))
    try expect(try await client.dispatch(request), isCompressed)
  }

  @Test(
    "by a terminal transport that fails before it sends, compressed or counted", arguments: [true, false])
  func unreachable(isCompressed: Bool) async throws {
    let request = upload(Self.options(isCompressed))
    let client = APIClient.testing(SecondChance(failures: 1).compressed())
    let error = await #expect(throws: NetworkRequestError.self) { try await client.dispatch(request) }
    #expect(error?.isBeforeSending == true)
    try expect(try await client.dispatch(request), isCompressed)
    // Now it was read.
    let late = await #expect(throws: NetworkRequestError.self) { try await client.dispatch(request) }
    #expect(late?.kind == .invalidRequest)
  }

  private static func options(_ isCompressed: Bool) -> RequestOptions {
    isCompressed
      ? RequestOptions().with(\.compressesBody, true)
      : RequestOptions().with(\.compressesBody, false).with(\.onProgress) { _ in }
  }

  private func expect(_ sent: Data, _ isCompressed: Bool) throws {
    if isCompressed, Deflater.isAvailable {
      #expect(sent.starts(with: [0x1F, 0x8B]))
    } else {
      #expect(sent == Self.text)
    }
  }
}

/// A terminal transport that cannot connect for the first calls, and then answers with the body that was sent.
private final class SecondChance: TerminalTransport {
  private let failures: Locked<Int>

  init(failures: Int) { self.failures = Locked(failures) }

  func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let fails = failures.withLock { count in
      defer { count -= 1 }
      return count > 0
    }
    if fails { throw .urlSessionFailed(TransportFailure(.cannotConnectToHost, request: request)) }
    let body = try await request.body.makeStream().collected(upTo: .max)
    return TransportResponse(status: 200, url: request.url, body: .data(body))
  }
}
