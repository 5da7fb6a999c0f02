import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// A token server that rotates: a refresh token is good once, as in RFC 9700 §4.14.2.
private struct RotatingServer {
  let folder: URL

  /// Uses up the refresh token. The files are the server's memory, which processes share.
  func refresh(_ old: AccessToken?) throws -> AccessToken {
    let name = old?.refreshToken?.revealed ?? "none"
    guard unlink(folder.appending(path: "refresh-\(name)").path) == 0 else { throw OAuthError(.invalidGrant) }
    let next = "\(UInt64.random(in: .min ... .max))"
    try Data().write(to: folder.appending(path: "refresh-\(next)"))
    return AccessToken("token-\(next)", refreshToken: next, expiry: Date().addingTimeInterval(0.02))
  }
}

@Suite("Processes that share a token", .timeLimit(.minutes(3)))
struct SharedTokenTests {
  private static let key = "REQUISITE_SHARED_TOKEN"
  private static var folder: URL? {
    ProcessInfo.processInfo.environment[key].map { URL(fileURLWithPath: $0) }
  }

  /// Sends calls, nearly each of which needs a refresh.
  private static func work(in folder: URL, calls: Int) async throws {
    let server = RotatingServer(folder: folder)
    let tokens = BearerAuthenticator(
      store: FileTokenStore(folder.appending(path: "token.json")), leeway: .milliseconds(1)
    ) { try server.refresh($0) }
    for _ in 0..<calls { _ = try await tokens.authenticate(TransportRequest(url: .api)) }
  }

  @Test("(run by another test) refreshes a shared token", .enabled(if: folder != nil))
  func child() async throws {
    try await Self.work(in: try #require(Self.folder), calls: 200)
  }

  @Test(
    "processes that share a file do not log each other out, if each refresh uses up its refresh token",
    .feature("F20"),
    .enabled(if: folder == nil))
  func rotation() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.url.appending(path: "refresh-first"))
    let store = FileTokenStore(folder.url.appending(path: "token.json"))
    try await store.save(AccessToken("token", refreshToken: "first", expiry: Date()))
    let child = try ChildProcess(
      test: "SharedTokenTests/child", environment: [Self.key: folder.url.path], reading: .both)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { try await Self.work(in: folder.url, calls: 200) } }
      try await group.waitForAll()
    }
    let end = child.end()
    #expect(end.status == 0, "\(end.text)")
    let left = try folder.contents().filter { $0.hasPrefix("refresh-") }
    #expect(
      try await store.load()?.refreshToken.map { "refresh-\($0.revealed)" } == left.first && left.count == 1)
  }

  @Test(
    "a refresh that fails is followed by another look into the store, which may have a token of another process"
  )
  func secondLook() async throws {
    let store = MemoryTokenStore(AccessToken("old"))
    let tokens = BearerAuthenticator(store: store) { _ in
      store.save(AccessToken("theirs"))
      throw OAuthError(.invalidGrant)
    }
    tokens.tokens.reject("Bearer old")
    _ = try await tokens.authenticate(TransportRequest(url: .api))
    tokens.tokens.reject("Bearer old")
    let request = try await tokens.authenticate(TransportRequest(url: .api))
    #expect(request.headers[.authorization] == "Bearer theirs")
  }

  @Test(
    "what a killed process has left of a token is removed by the next save, and by a logout", .feature("F20"))
  func leftovers() async throws {
    let folder = try TemporaryFolder()
    let store = FileTokenStore(folder.url.appending(path: "token.json"))
    for token in [AccessToken("a"), nil] {
      let (old, new) = (".requisite-0.part", ".requisite-1.part")
      for name in [old, new, "mine.part"] { _ = try folder.file(name, Data("secret".utf8)) }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -61)],
        ofItemAtPath: folder.url.appending(path: old).path)
      try await store.save(token)
      #expect(try folder.contents().filter { $0.hasSuffix(".part") }.sorted() == [new, "mine.part"])
    }
  }

  @Test("a partial file that a process is writing is not abandoned, however old it is")
  func living() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "f").path
    var partial = try PartialFile(for: place)
    let path = folder.url.appending(path: try #require(try folder.contents().first)).path
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -1_000)], ofItemAtPath: path)
    #expect(try !AbandonedFiles.remove(at: path))
    try partial.finish(at: place, readers: .owner)
    #expect(try folder.contents() == ["f"])
  }
}
