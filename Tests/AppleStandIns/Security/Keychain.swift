import Foundation

public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
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

  /// The attributes of an item, or nil without an item.
  public static func attributes(service: String, account: String, group: String = "") -> [String: Any]? {
    lock.withLock { items["\(group)\0\(service)\0\(account)"] }
  }

  /// Works on the item that a query identifies. A query without a class is an error, as with Apple's.
  static func access(
    _ query: CFDictionary, _ work: (String, inout [String: [String: Any]]) -> OSStatus
  ) -> OSStatus {
    guard query[kSecClass] as? String == kSecClassGenericPassword else { return errSecParam }
    let parts = [kSecAttrAccessGroup, kSecAttrService, kSecAttrAccount].map { query[$0] as? String ?? "" }
    return lock.withLock { failures[parts[1]] ?? work(parts.joined(separator: "\0"), &items) }
  }
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  Keychain.access(attributes) { name, items in
    guard items[name] == nil else { return errSecDuplicateItem }
    items[name] = attributes
    return errSecSuccess
  }
}

public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  Keychain.access(query) { name, items in
    guard let data = items[name]?[kSecValueData] as? Data else { return errSecItemNotFound }
    if query[kSecReturnData] as? Bool == true { result?.pointee = NSData(data: data) }
    return errSecSuccess
  }
}

/// As Apple's, it takes no values in the query and no class among the changes.
public func SecItemUpdate(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus {
  guard query[kSecValueData] == nil, query[kSecReturnData] == nil, changes[kSecClass] == nil else {
    return errSecParam
  }
  return Keychain.access(query) { name, items in
    guard items[name] != nil else { return errSecItemNotFound }
    items[name]?.merge(changes) { $1 }
    return errSecSuccess
  }
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  Keychain.access(query) { name, items in
    items.removeValue(forKey: name) == nil ? errSecItemNotFound : errSecSuccess
  }
}

public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  switch status {
  case errSecInteractionNotAllowed: "User interaction is not allowed."
  default: nil
  }
}
