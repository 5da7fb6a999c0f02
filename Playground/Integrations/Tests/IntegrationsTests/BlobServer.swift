import Foundation
import Hummingbird
import Logging
import Requisite
import Testing

/// A server of Hummingbird: `PUT /blob` counts bytes, `GET /blob/:count` sends that many, `PUT /stuck` reads nothing until ``release()``.
struct BlobServer: Sendable {
  let url: URL
  /// The bytes that were written, and the number of writers that have ended.
  let written, ended: Tally
  private let stuck: AsyncStream<Void>.Continuation
  private let client: APIClient

  /// Lets `PUT /stuck` respond.
  func release() { stuck.finish() }

  /// Calls the server once: what the tests let pass in place of time.
  func roundTrip() async throws { _ = try await client.dispatch(Endpoint<String>.get("/")) }

  /// Returns a count once it has not changed in 50 round trips.
  func rest(of tally: Tally) async throws -> Int {
    var last = -1
    while tally.count != last {
      last = tally.count
      for _ in 0..<50 { try await roundTrip() }
    }
    return last
  }

  /// The most memory that the process has had, in KiB; 0 where the system does not say.
  static var peakMemory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// Runs the server on a port of the loopback interface while `body` runs.
  static func running(_ body: (BlobServer) async throws -> Void) async throws {
    let (written, ended, (waits, stuck)) = (Tally(), Tally(), AsyncStream<Void>.makeStream())
    let (ports, port) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router(written, ended, waits), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
      logger: Logger(label: "blobs") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { port.finish() }
        try await application.runService(gracefulShutdownSignals: [])
      }
      let number = try #require(await ports.first { _ in true })
      let url = try #require(URL(string: "http://127.0.0.1:\(number)"))
      try await body(
        BlobServer(
          url: url, written: written, ended: ended, stuck: stuck,
          client: APIClient(baseURL: BaseURL(url.absoluteString))))
      stuck.finish()
      group.cancelAll()
    }
  }

  private static func router(_ written: Tally, _ ended: Tally, _ waits: AsyncStream<Void>) -> Router<
    BasicRequestContext
  > {
    let router = Router()
    router.get("/") { _, _ in "here" }
    router.put("blob") { request, _ in
      var count = 0
      for try await buffer in request.body { count += buffer.readableBytes }
      return "\(count) of \(request.headers[.contentLength] ?? "?")"
    }
    router.put("stuck") { _, _ in
      for await _ in waits {}
      return "released"
    }
    router.get("blob/:count") { _, context in
      let count = try context.parameters.require("count", as: Int.self)
      return Response(
        status: .ok,
        body: ResponseBody(contentLength: count) { writer in
          defer { ended.add(1) }
          let buffer = ByteBuffer(repeating: 0, count: 100_000)
          for _ in 0..<(count / 100_000) {
            try await writer.write(buffer)
            written.add(100_000)
          }
          try await writer.finish(nil)
        })
    }
    return router
  }
}

/// A number that several tasks add to. `@unchecked Sendable` because all access to `total` is under the lock.
final class Tally: @unchecked Sendable {
  private let lock = NSLock()
  private var total = 0

  var count: Int { lock.withLock { total } }
  func add(_ number: Int) { lock.withLock { total += number } }
}
