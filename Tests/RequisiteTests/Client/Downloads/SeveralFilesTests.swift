import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("A file that no caller gets is deleted", .timeLimit(.minutes(3)))
struct SeveralFilesTests {
  private static let export = Endpoint<DownloadedFile>.get("/export")

  private func client(_ files: SeenFiles, _ clock: TestClock) -> APIClient {
    let stub = StubTransport(clock: CallClock(clock)) {
      On("/export").respond(.text("secret"))
      On("/late").respond(.status(404).after(.seconds(5)))
    }
    return APIClient.testing(WatchedFiles(upstream: stub, files: files))
  }

  private enum Companions: CaseIterable { case pack, list, listWithDestination }

  @Test(
    "because another request of the pack or the list failed, with or without a destination",
    arguments: Companions.allCases)
  private func failed(among companions: Companions) async throws {
    let folder = try TemporaryFolder()
    let (files, clock) = (SeenFiles(), TestClock())
    let client = client(files, clock)
    let destination = companions == .listWithDestination ? folder.url.appending(path: "export") : nil
    let export = Self.export.options(RequestOptions().with(\.fileDestination, destination))
    let late = Endpoint<DownloadedFile>.get("/late")
    let call = Task { () -> NetworkRequestError? in
      await #expect(throws: NetworkRequestError.self) {
        if companions == .pack {
          _ = try await client.values(of: export, late, late)
        } else {
          _ = try await client.values(of: [export, late])
        }
      }
    }
    try await clock.sleepers(companions == .pack ? 2 : 1)
    while files.urls.withLock({ $0.isEmpty }) { await Task.yield() }
    clock.advance(by: .seconds(5))
    #expect(await call.value?.kind == .notFound)
    for url in files.urls.withLock({ $0 }) { #expect(!FileManager.default.fileExists(atPath: url.path)) }
  }

  @Test("but results(of:) returns it beside the failure")
  func results() async throws {
    let (files, clock) = (SeenFiles(), TestClock())
    let client = client(files, clock)
    let call = Task { await client.results(of: [Self.export, Endpoint<DownloadedFile>.get("/late")]) }
    try await clock.sleepers(1)
    clock.advance(by: .seconds(5))
    let results = await call.value
    let file = try results[0].get()
    #expect(try String(contentsOf: file.url, encoding: .utf8) == "secret")
    try await file.remove()
    #expect(throws: NetworkRequestError.self) { try results[1].get() }
  }

  @Test("because its media type was refused, although the client replaces files")
  func refused() async throws {
    let files = SeenFiles()
    let client = client(files, TestClock()).with(\.replacesFile, true)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(Self.export.headers([.accept: "image/png"]))
    }
    #expect(error?.kind == .decodingError)
    let url = try #require(files.urls.withLock { $0.first })
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }
}

/// The files that a transport has written.
private final class SeenFiles: Sendable {
  let urls = Locked<[URL]>([])
}

private struct WatchedFiles: Transport {
  let upstream: any Transport
  let files: SeenFiles

  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let response = try await upstream.send(request)
    if case .file(let url) = response.body { files.urls.withLock { $0.append(url) } }
    return response
  }
}
