import Foundation

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
public let kSecAttrAccessControl: CFString = "accc"
public let kSecAttrSynchronizable: CFString = "sync"

/// Who may read an item.
public final class SecAccessControl {
  /// Not Apple's.
  public let protection: String
  /// Not Apple's.
  public let flags: SecAccessControlCreateFlags

  init(_ protection: String, _ flags: SecAccessControlCreateFlags) {
    (self.protection, self.flags) = (protection, flags)
  }
}

/// What the user does before an item is read.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let userPresence = SecAccessControlCreateFlags(rawValue: 1)
}

public func SecAccessControlCreateWithFlags(
  _ allocator: AnyObject?, _ protection: CFString, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<CFError?>?
) -> SecAccessControl? {
  SecAccessControl(protection, flags)
}

public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"

/// The items of this process. Not Apple's.
public enum Keychain {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var items: [String: [String: Any]] = [:]
  nonisolated(unsafe) private static var failures: [String: OSStatus] = [:]

  /// Makes every call for items of a service fail; nil ends that.
  public static func fail(_ service: String, with status: OSStatus?) {
    lock.withLock { failures[service] = status }
  }

  /// How often the user was asked for an item of a service.
  public static func prompts(_ service: String) -> Int { lock.withLock { asked[service, default: 0] } }
  nonisolated(unsafe) private static var asked: [String: Int] = [:]

  /// As Apple's, reading the data of an item or updating it asks the user, if its access control says so.
  static func ask(_ item: [String: Any]?) {
    guard (item?[kSecAttrAccessControl] as? SecAccessControl)?.flags == .userPresence,
      let service = item?[kSecAttrService] as? String
    else { return }
    asked[service, default: 0] += 1
  }

  /// The attributes of an item, or nil without an item.
  public static func attributes(service: String, account: String, group: String = "") -> [String: Any]? {
    lock.withLock { items["\(group)\0\(service)\0\(account)"] }
  }

  /// Works on the names of the items that a query matches: as with Apple's, those of all access groups if it names none. A
  /// query without a class is an error.
  static func access(
    _ query: CFDictionary, _ work: ([String], inout [String: [String: Any]]) -> OSStatus
  ) -> OSStatus {
    guard query[kSecClass] as? String == kSecClassGenericPassword else { return errSecParam }
    let parts = [kSecAttrService, kSecAttrAccount].map { query[$0] as? String ?? "" }
    let (group, suffix) = (query[kSecAttrAccessGroup] as? String, "\0" + parts.joined(separator: "\0"))
    return lock.withLock {
      let names = items.keys.filter { name in group.map { name == $0 + suffix } ?? name.hasSuffix(suffix) }
      return failures[parts[0]] ?? work(names.sorted(), &items)
    }
  }
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  // Adding alone uses the default group where none is named.
  Keychain.access(attributes.merging([kSecAttrAccessGroup: ""]) { own, _ in own }) { names, items in
    guard names.isEmpty else { return errSecDuplicateItem }
    let parts = [kSecAttrAccessGroup, kSecAttrService, kSecAttrAccount].map {
      attributes[$0] as? String ?? ""
    }
    items[parts.joined(separator: "\0")] = attributes
    return errSecSuccess
  }
}

public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  Keychain.access(query) { names, items in
    guard let data = names.first.flatMap({ items[$0]?[kSecValueData] }) as? Data else {
      return errSecItemNotFound
    }
    Keychain.ask(names.first.flatMap { items[$0] })
    if query[kSecReturnData] as? Bool == true { result?.pointee = NSData(data: data) }
    return errSecSuccess
  }
}

/// As Apple's, it takes no values in the query and no class among the changes.
public func SecItemUpdate(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus {
  guard query[kSecValueData] == nil, query[kSecReturnData] == nil, changes[kSecClass] == nil else {
    return errSecParam
  }
  return Keychain.access(query) { names, items in
    for name in names {
      Keychain.ask(items[name])
      items[name]?.merge(changes) { $1 }
    }
    return names.isEmpty ? errSecItemNotFound : errSecSuccess
  }
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  Keychain.access(query) { names, items in
    for name in names { items[name] = nil }
    return names.isEmpty ? errSecItemNotFound : errSecSuccess
  }
}

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  switch status {
  case errSecAuthFailed: "The user name or passphrase you entered is not correct."
  case errSecInteractionNotAllowed: "User interaction is not allowed."
  default: nil
  }
}
