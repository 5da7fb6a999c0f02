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
  nonisolated(unsafe) private static var failure: OSStatus?

  /// Makes every call fail from here on; nil ends that.
  public static func fail(with status: OSStatus?) { lock.withLock { failure = status } }

  /// The attributes of an item; nil if there is none.
  public static func attributes(service: String, account: String) -> [String: Any]? {
    lock.withLock { items["\(service)\0\(account)"] }
  }

  static func access(_ query: CFDictionary, _ work: (String, inout [String: [String: Any]]) -> OSStatus)
    -> OSStatus
  {
    let name = "\(query[kSecAttrService] as? String ?? "")\0\(query[kSecAttrAccount] as? String ?? "")"
    return lock.withLock { failure ?? work(name, &items) }
  }
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  Keychain.access(attributes) { name, items in
    guard items[name] == nil else { return errSecDuplicateItem }
    items[name] = attributes
    return errSecSuccess
  }
}

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{
  Keychain.access(query) { name, items in
    guard let data = items[name]?[kSecValueData] as? Data else { return errSecItemNotFound }
    result?.pointee = NSData(data: data)
    return errSecSuccess
  }
}

public func SecItemUpdate(_ query: CFDictionary, _ changes: CFDictionary) -> OSStatus {
  Keychain.access(query) { name, items in
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
