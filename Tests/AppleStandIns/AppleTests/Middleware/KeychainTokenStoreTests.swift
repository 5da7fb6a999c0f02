import Requisite
import Security
import TestSupport
import Testing

@Suite("A token in the Keychain", .timeLimit(.minutes(1)))
struct KeychainTokenStoreTests {
  private let service = "test.\(TransportRequest.ID())"
  private var store: KeychainTokenStore { KeychainTokenStore(service: service, account: "ada") }
  private let token = AccessToken("first", refreshToken: "next", expiry: Date(timeIntervalSince1970: 1_000))

  @Test("a token is added, read, replaced and deleted", .feature("F20"))
  func saves() async throws {
    #expect(try await store.load() == nil)
    try await store.save(token)
    #expect(try await store.load() == token)
    try await store.save(AccessToken("second"))
    #expect(try await store.load() == AccessToken("second"))
    try await store.save(nil)
    try await store.save(nil)
    #expect(try await store.load() == nil)
    #expect(Keychain.attributes(service: service, account: "ada") == nil)
  }

  @Test("the item is readable after the first unlock, on this device only, also after an update")
  func accessibility() async throws {
    for value in ["first", "second"] {
      try await store.save(AccessToken(value))
      let item = try #require(Keychain.attributes(service: service, account: "ada"))
      #expect(item[kSecAttrAccessible] as? String == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
      #expect(item[kSecUseDataProtectionKeychain] as? Bool == true)
    }
  }

  @Test("an item has the protection that its store names")
  func protection() async throws {
    typealias Protection = KeychainTokenStore.Protection
    for (protection, expected) in [
      (Protection.whenUnlocked, kSecAttrAccessibleWhenUnlockedThisDeviceOnly),
      (.synchronized, kSecAttrAccessibleAfterFirstUnlock), (.userPresence, nil as CFString?),
    ] as [(Protection, CFString?)] {
      let store = KeychainTokenStore(service: service, account: "\(protection)", protection: protection)
      try await store.save(token)
      #expect(try await store.load() == token)
      let item = try #require(Keychain.attributes(service: service, account: "\(protection)"))
      #expect(item[kSecAttrAccessible] as? String == expected)
      #expect((item[kSecAttrSynchronizable] as? Bool == true) == (protection == .synchronized))
      let control = item[kSecAttrAccessControl] as? SecAccessControl
      #expect((control?.flags == .userPresence) == (protection == .userPresence))
    }
  }

  @Test("saving a token asks the user for nothing; reading one does, once", .feature("F20", "F54"))
  func prompts() async throws {
    let store = KeychainTokenStore(service: service, account: "ada", protection: .userPresence)
    for value in ["first", "second"] { try await store.save(AccessToken(value)) }
    #expect(Keychain.prompts(service) == 0)
    #expect(try await store.load() == AccessToken("second"))
    #expect(Keychain.prompts(service) == 1)
  }

  @Test("with a lock, one store alone refreshes at a time", .feature("F20", "F54"))
  func locks() async throws {
    let folder = try TemporaryFolder()
    let lock = folder.url.appending(path: "token.lock")
    let running = Locked((now: 0, most: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        let store = KeychainTokenStore(service: service, account: "ada", lock: lock)
        group.addTask {
          try await store.exclusively {
            running.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            for _ in 0..<100 { await Task.yield() }
            running.withLock { $0.now -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.withLock { $0.most } == 1)
  }

  @Test("stores of other accounts and named access groups have tokens of their own")
  func separate() async throws {
    let stores = [
      KeychainTokenStore(service: service, account: "bob", accessGroup: "TEAM.app"),
      KeychainTokenStore(service: service, account: "ada", accessGroup: "TEAM.app"),
      KeychainTokenStore(service: service, account: "ada", accessGroup: "TEAM.shared"),
    ]
    for (number, store) in stores.enumerated() {
      #expect(try await store.load() == nil)
      try await store.save(AccessToken("\(number)"))
    }
    for (number, store) in stores.enumerated() {
      #expect(try await store.load() == AccessToken("\(number)"))
    }
    try await stores[1].save(nil)
    #expect(Keychain.attributes(service: service, account: "ada", group: "TEAM.shared") != nil)
  }

  @Test("without a named group, signing out deletes the tokens of all groups of the app")
  func allGroups() async throws {
    try await KeychainTokenStore(service: service, account: "ada", accessGroup: "TEAM.shared").save(token)
    #expect(try await store.load() == token)
    try await store.save(nil)
    #expect(Keychain.attributes(service: service, account: "ada", group: "TEAM.shared") == nil)
  }

  @Test("a refusal of the Keychain is a typed error with its code, and the token stays")
  func refusals() async throws {
    try await store.save(token)
    Keychain.fail(service, with: errSecInteractionNotAllowed)
    for (operation, work) in [
      (KeychainTokenStore.Failure.Operation.read, { _ = try await store.load() }),
      (.write, { try await store.save(AccessToken("second")) }), (.delete, { try await store.save(nil) }),
    ] as [(KeychainTokenStore.Failure.Operation, () async throws -> Void)] {
      let error = await #expect(throws: KeychainTokenStore.Failure.self) { try await work() }
      #expect(error == KeychainTokenStore.Failure(operation: operation, status: errSecInteractionNotAllowed))
      #expect(error?.isLocked == true)
      #expect(error?.localizedDescription.contains("-25308") == true)
    }
    Keychain.fail(service, with: nil)
    #expect(try await store.load() == token)
  }

  @Test("an item that does not contain a token is a decoding error, and stays")
  func damaged() async throws {
    try await store.save(token)
    let item: [String: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "ada",
    ]
    _ = SecItemUpdate(item, [kSecValueData: Data("no token".utf8)])
    await #expect(throws: DecodingError.self) { try await store.load() }
    #expect(Keychain.attributes(service: service, account: "ada") != nil)
  }
}
