import Foundation

// Core Foundation's types, for those that Foundation bridges to them on Apple's platforms.
public typealias CFArray = [AnyObject]
public typealias CFData = Data
public typealias CFDictionary = [String: Any]
public typealias CFString = String
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32
public typealias CFTypeID = UInt
public typealias CFError = NSError

public func CFGetTypeID(_ value: AnyObject) -> CFTypeID { value is SecIdentity ? SecIdentityGetTypeID() : 0 }
public func SecIdentityGetTypeID() -> CFTypeID { 1 }

public let errSecSuccess: OSStatus = 0
public let errSecParam: OSStatus = -50
public let errSecItemNotFound: OSStatus = -25300
public let errSecDuplicateItem: OSStatus = -25299
public let errSecAuthFailed: OSStatus = -25293
public let errSecInteractionNotAllowed: OSStatus = -25308
public let errSecNotTrusted: OSStatus = -67843
