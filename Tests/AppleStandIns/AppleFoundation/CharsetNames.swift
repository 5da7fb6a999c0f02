import Foundation

// What CoreFoundation knows of charsets by their names: here, two of them.
public typealias CFString = String
public typealias CFStringEncoding = UInt32

public let kCFStringEncodingInvalidId: CFStringEncoding = 0xFFFF_FFFF

public func CFStringConvertIANACharSetNameToEncoding(_ theString: CFString!) -> CFStringEncoding {
  switch theString?.lowercased() {
  case "euc-jp": 0x0920
  case "windows-1251": 0x0502
  default: kCFStringEncodingInvalidId
  }
}

public func CFStringConvertEncodingToNSStringEncoding(_ encoding: CFStringEncoding) -> UInt {
  encoding == 0x0920 ? String.Encoding.japaneseEUC.rawValue : String.Encoding.windowsCP1251.rawValue
}
