#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  import Security

  /// A token store in the Keychain, as a generic password, for apps.
  ///
  /// ```swift
  /// let store = KeychainTokenStore(
  ///   service: "com.example.todos", account: "ada")
  /// let tokens = BearerAuthenticator(store: store) { old in
  ///   try await logIn(old)
  /// }
  /// ```
  /// By default, the item can be read after the first unlock of the device, so also by work in the background, and only on this
  /// device: a backup that is restored on another device does not contain it. ``Protection`` has the other choices. On macOS it is in the data protection keychain, which
  /// requires an app that is signed with an application identifier.
  ///
  /// Keychain calls wait for another process, so they run on a queue of the store. Cancellation does not interrupt them.
  public struct KeychainTokenStore: TokenStore {
    /// When the item can be read, and on which devices.
    public enum Protection: Sendable, Hashable {
      /// After the first unlock of this device since it started; the default.
      case afterFirstUnlock
      /// While this device is unlocked.
      case whenUnlocked
      /// While this device is unlocked, and its user confirms each read by Face ID, Touch ID or the passcode. A call waits for
      /// that. Not on tvOS.
      ///
      /// It suits a token that is seldom read, such as one that unlocks a vault. It does not suit tokens that are refreshed: each
      /// refresh reads the store, and work in the background cannot ask the user. Writing asks for nothing: the item is deleted
      /// and added again, because an update would ask.
      case userPresence
      /// After the first unlock, on all devices of the user that have iCloud Keychain.
      case synchronized
    }

    /// The service of the item (`kSecAttrService`), for example the identifier of the app.
    public let service: String
    /// The account of the item (`kSecAttrAccount`), for example the name of the user.
    public let account: String
    /// The access group of the item, which shares it with other apps of the same team; nil by default.
    ///
    /// With nil, the Keychain adds an item to the app's default group, but finds, replaces and deletes the items of this
    /// service and account in all groups of the app. Name the group if another group can have an item of the same service
    /// and account: otherwise signing out also deletes that one.
    public let accessGroup: String?
    /// When the item can be read; ``Protection/afterFirstUnlock`` by default. An item that exists gets it with the next
    /// ``save(_:)``, except for ``Protection/synchronized``, which is kept in an item of its own.
    public let protection: Protection
    /// The file that processes lock for a refresh; nil, without a lock, by default.
    ///
    /// An app and its extensions that share an item name one file in the container of their app group: only one of them then refreshes
    /// at a time, and a refresh token that is used up by a refresh is not sent again. The file stays; it contains nothing.
    public let lock: URL?
    private let queue = BlockingQueue("requisite.keychain")
    /// A queue of its own, because a thread of it may wait for another process.
    private let locks = BlockingQueue("requisite.keychain.lock")

    /// Creates a store. The item does not have to exist.
    public init(
      service: String, account: String, accessGroup: String? = nil,
      protection: Protection = .afterFirstUnlock,
      lock: URL? = nil
    ) {
      self.service = service
      self.account = account
      self.accessGroup = accessGroup
      self.protection = protection
      self.lock = lock
    }

    /// Reads the token. Returns nil if there is no item.
    ///
    /// - Throws: ``KeychainTokenStore/Failure`` if the Keychain refuses, for example before the first unlock; `DecodingError` if the
    ///   item does not contain a token. The item is not changed.
    public func load() async throws -> AccessToken? {
      try await queue.run {
        var query = item
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        try Self.check(status, .read)
        return try JSONCoding().decode(AccessToken.self, from: (result as? Data) ?? Data())
      }
    }

    /// Replaces the token. nil deletes the item; deleting an item that does not exist is not an error.
    ///
    /// - Throws: ``KeychainTokenStore/Failure`` if the Keychain refuses. The last token is then unchanged, except with
    ///   ``Protection/userPresence``, which has none then.
    public func save(_ token: AccessToken?) async throws {
      try await queue.run {
        guard let token else {
          let status = SecItemDelete(item as CFDictionary)
          return try Self.check(status == errSecItemNotFound ? errSecSuccess : status, .delete)
        }
        var values = try access()
        values[kSecValueData as String] = try JSONCoding().encode(token)
        try Self.check(write(values), .write)
      }
    }

    /// Runs `work` while no other process, and no other store, has locked the file ``lock``. Waits for a process that has it;
    /// cancellation does not interrupt that. Without a file, it only runs `work`.
    ///
    /// - Throws: What `work` throws; ``FileFailure`` if the file cannot be created.
    public func exclusively(_ work: () async throws -> Void) async throws {
      guard let path = lock?.path else { return try await work() }
      try await FileLock.holding(path, waitingOn: locks, work)
    }

    /// Updates the item or adds it. If another process adds it in between, updates that one.
    private func write(_ values: [String: Any]) -> OSStatus {
      if protection == .userPresence {
        let deleted = SecItemDelete(item as CFDictionary)
        guard deleted == errSecSuccess || deleted == errSecItemNotFound else { return deleted }
        return SecItemAdd(item.merging(values) { $1 } as CFDictionary, nil)
      }
      let updated = SecItemUpdate(item as CFDictionary, values as CFDictionary)
      guard updated == errSecItemNotFound else { return updated }
      let added = SecItemAdd(item.merging(values) { $1 } as CFDictionary, nil)
      guard added == errSecDuplicateItem else { return added }
      return SecItemUpdate(item as CFDictionary, values as CFDictionary)
    }

    /// The attributes that say who may read the item.
    private func access() throws(KeychainTokenStore.Failure) -> [String: Any] {
      switch protection {
      case .afterFirstUnlock:
        return [kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
      case .whenUnlocked: return [kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly]
      case .synchronized: return [kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock]
      case .userPresence:
        let accessible = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        guard let control = SecAccessControlCreateWithFlags(nil, accessible, .userPresence, nil) else {
          throw KeychainTokenStore.Failure(operation: .write, status: errSecParam)
        }
        return [kSecAttrAccessControl as String: control]
      }
    }

    /// The attributes that identify the item.
    private var item: [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account,
        kSecUseDataProtectionKeychain as String: true,
      ]
      query[kSecAttrAccessGroup as String] = accessGroup
      if protection == .synchronized { query[kSecAttrSynchronizable as String] = true }
      return query
    }

    private static func check(
      _ status: OSStatus, _ operation: KeychainTokenStore.Failure.Operation
    ) throws(KeychainTokenStore.Failure) {
      guard status == errSecSuccess else {
        throw KeychainTokenStore.Failure(operation: operation, status: status)
      }
    }
  }

  extension KeychainTokenStore {
    /// The Keychain refused to read, write or delete an item.
    public struct Failure: Error, Hashable, LocalizedError {
      /// The operation that the Keychain refused.
      public enum Operation: String, Sendable {
        /// The item could not be read.
        case read
        /// The item could not be added or updated.
        case write
        /// The item could not be deleted.
        case delete
      }

      /// The operation that the Keychain refused.
      public let operation: Operation
      /// The result code of the Keychain, for example `errSecInteractionNotAllowed`.
      public let status: OSStatus

      /// Creates the error of a result code.
      public init(operation: Operation, status: OSStatus) {
        self.operation = operation
        self.status = status
      }

      /// True if the device has not been unlocked since it started, so that a later attempt can succeed.
      public var isLocked: Bool { status == errSecInteractionNotAllowed }

      /// The operation, the result code and the system's text for it. It contains no secret.
      public var errorDescription: String? {
        let message = SecCopyErrorMessageString(status, nil) as String? ?? "unknown error"
        return "the Keychain cannot \(operation.rawValue) the token: \(message) (\(status))"
      }
    }
  }
#endif
