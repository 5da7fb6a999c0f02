import Foundation
import TestSupport
import Testing

@testable import Requisite

@Suite("Tokens in a file", .timeLimit(.minutes(3)))
struct FileTokenStoreTests {
  private let token = AccessToken(
    "a", refreshToken: "r", expiry: Date(timeIntervalSince1970: 1_700_000_000), scope: ["read"])

  private func permissions(_ url: URL) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
  }

  @Test(
    "a token is kept for the next run in a file that only its owner can read, and nil removes it",
    .feature("F20"))
  func roundTrip() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("token.json")
    #expect(try await FileTokenStore(file).load() == nil)
    try await FileTokenStore(file).save(token)
    #expect(try await FileTokenStore(file).load() == token)
    #expect(try permissions(file) & 0o777 == 0o600)
    try await FileTokenStore(file).save(AccessToken("b"))
    #expect(try await FileTokenStore(file).load() == AccessToken("b"))
    #expect(try folder.contents() == ["token.json"])
    try await FileTokenStore(file).save(nil)
    try await FileTokenStore(file).save(nil)
    #expect(try await FileTokenStore(file).load() == nil)
  }

  @Test(
    "a file that others can write is refused, a malformed file is an error, and both stay", .feature("F20"))
  func untrusted() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("token.json")
    let store = FileTokenStore(file)
    try await store.save(token)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file.path)
    let refused = await #expect(throws: FileFailure.self) { try await store.load() }
    #expect(refused?.path == store.url.path && refused?.localizedDescription.contains("0600") == true)
    #expect(refused?.code == .EPERM)
    try await store.save(token)
    #expect(try permissions(file) & 0o777 == 0o600, "saving makes it the owner's alone again")
    for bytes in [Data(), Data("{".utf8), Data(#"{"refresh_token":"r"}"#.utf8)] {
      try bytes.write(to: file)
      await #expect(throws: DecodingError.self) { try await store.load() }
      #expect(try Data(contentsOf: file) == bytes)
    }
    try Data(count: 1 << 20 + 1).write(to: file)
    let large = await #expect(throws: FileFailure.self) { try await store.load() }
    #expect(large?.code == .EFBIG)
  }

  @Test("a token that cannot be written is an error, and leaves no file", .feature("F20"))
  func unwritable() async throws {
    let folder = try TemporaryFolder()
    let missing = folder.url.appendingPathComponent("missing").appendingPathComponent("token.json")
    let failure = await #expect(throws: FileFailure.self) { try await FileTokenStore(missing).save(token) }
    let words = NetworkRequestError(try #require(failure)).description
    #expect(words.contains("token.json") && words.hasSuffix("No such file or directory"))
    let taken = folder.url.appendingPathComponent("taken")
    try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: false)
    await #expect(throws: FileFailure.self) { try await FileTokenStore(taken).save(token) }
    #expect(try folder.contents() == ["taken"])
  }

  @Test("a token refreshed by one process is used by another", .feature("F20"))
  func shared() async throws {
    let folder = try TemporaryFolder()
    let store = FileTokenStore(folder.url.appendingPathComponent("token.json"))
    try await store.save(AccessToken("old"))
    async let writes: Void = { for number in 0..<50 { try await store.save(AccessToken("new \(number)")) } }()
    for _ in 0..<50 {
      let token = try #require(try await store.load())
      #expect(token.value.revealed == "old" || token.value.revealed.hasPrefix("new "))
    }
    try await writes
    #expect(try await store.load()?.value.revealed == "new 49")
  }
}
