import Foundation
import HTTPTypes
import Integrations
import OpenAPIRuntime
import Requisite
import Testing

/// The bodies of a generated client, against a server of Hummingbird.
@Suite("Streams of a generated client", .timeLimit(.minutes(5)), .serialized)
struct OpenAPIStreamTests {
  /// 64 MB in each direction; `REQUISITE_OPENAPI_BYTES=1000000000` for 1 GB.
  private static let bytes =
    ProcessInfo.processInfo.environment["REQUISITE_OPENAPI_BYTES"].flatMap { Int($0) } ?? 64_000_000
  /// More than the sockets of a connection hold: on Linux that was up to 64 MB.
  private static let unread = 1_000_000_000
  private static let size = 100_000

  @Test("large bodies are sent and received in constant memory, with their length", .feature("F30"))
  func constantMemory() async throws {
    try await BlobServer.running { server in
      let transport = OpenAPITransport()
      _ = try await transport.put(body(1_000_000), below: server.url)
      let (memory, start) = (BlobServer.peakMemory, ContinuousClock.now)
      let sent = try await transport.put(body(Self.bytes), below: server.url)
      #expect(try await sent.1.text == "\(Self.bytes) of \(Self.bytes)")
      let middle = ContinuousClock.now
      let received = try #require(try await transport.get("/blob/\(Self.bytes)", below: server.url).1)
      #expect(received.length == .known(Int64(Self.bytes)))
      var count = 0
      for try await chunk in received { count += chunk.count }
      #expect(count == Self.bytes)
      let (growth, times) = (BlobServer.peakMemory - memory, (middle - start, ContinuousClock.now - middle))
      print("\(count) bytes sent in \(times.0), received in \(times.1), peak memory grew by \(growth) KiB")
      #expect(growth < 32 << 10)
    }
  }

  @Test("the side that reads sets the pace, and dropping a body ends its transfer", .feature("F30"))
  func pace() async throws {
    try await BlobServer.running { server in
      do {
        let received = try await OpenAPITransport().get("/blob/\(Self.unread)", below: server.url)
        var chunks = try #require(received.1).makeAsyncIterator()
        #expect(try await chunks.next() != nil)
        #expect(try await server.rest(of: server.written) < Self.unread)
        #expect(server.ended.count == 0)
      }
      while server.ended.count == 0 { try await server.roundTrip() }
      #expect(server.written.count < Self.unread)
    }
  }

  @Test(
    "a server that does not read holds the body of a request, and cancelling the task ends it",
    .feature("F30"))
  func cancellation() async throws {
    try await BlobServer.running { server in
      let taken = Tally()
      let chunks = Chunks(count: Self.unread / Self.size, size: Self.size) { _ in taken.add(1) }
      let call = Task {
        try await OpenAPITransport().put(
          OpenAPIRuntime.HTTPBody(
            chunks, length: .known(Int64(Self.unread)), iterationBehavior: .single), "/stuck",
          below: server.url)
      }
      while taken.count == 0 { try await server.roundTrip() }
      #expect(try await server.rest(of: taken) < Self.unread / Self.size)
      call.cancel()
      let error = await #expect(throws: NetworkRequestError.self) { try await call.value }
      #expect(error?.isCancellation == true)
      server.release()
    }
  }

  private func body(_ count: Int) -> OpenAPIRuntime.HTTPBody {
    OpenAPIRuntime.HTTPBody(
      Chunks(count: count / Self.size, size: Self.size), length: .known(Int64(count)),
      iterationBehavior: .multiple)
  }
}
