import Foundation

/// A version of TLS.
public enum tls_protocol_version_t: UInt16, Sendable {
  case TLSv10 = 0x0301
  case TLSv11 = 0x0302
  case TLSv12 = 0x0303
  case TLSv13 = 0x0304
}

/// A certificate, by its bytes.
public final class SecCertificate {
  /// Not Apple's.
  public let data: Data
  init(_ data: Data) { self.data = data }
}

/// A certificate with its private key.
public final class SecIdentity {
  /// What it was imported from. Not Apple's.
  public let archive: Data
  init(_ archive: Data) { self.archive = archive }
}

/// The certificates that a server showed, and whether they are to be trusted.
public final class SecTrust {
  let chain: [SecCertificate]
  private let authority: Data
  private let isKnownToSystem: Bool
  private let isForHost: Bool

  /// Certificates that `authority` has certified, which may be one of the system's. Not Apple's.
  public init(_ chain: [Data], certifiedBy authority: Data, isKnownToSystem: Bool, isForHost: Bool = true) {
    self.chain = chain.map(SecCertificate.init)
    self.isForHost = isForHost
    (self.authority, self.isKnownToSystem) = (authority, isKnownToSystem)
  }

  var anchors: [Data]?

  /// False if the anchors are added to those of the system. As Apple's, it is true when anchors are set.
  var anchorsOnly = true

  /// Of the policy for a host, which the trust of a challenge has.
  var isTrusted: Bool {
    isForHost
      && ((anchors?.contains(authority) ?? false) || ((anchors == nil || !anchorsOnly) && isKnownToSystem))
  }
}

public func SecCertificateCreateWithData(_ allocator: AnyObject?, _ data: CFData) -> SecCertificate? {
  data.first == 0x30 ? SecCertificate(data) : nil
}

public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate.data }

public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? { trust.chain }

public func SecTrustSetAnchorCertificates(_ trust: SecTrust, _ anchors: CFArray?) -> OSStatus {
  trust.anchors = anchors?.compactMap { ($0 as? SecCertificate)?.data }
  return errSecSuccess
}

public func SecTrustSetAnchorCertificatesOnly(_ trust: SecTrust, _ only: Bool) -> OSStatus {
  trust.anchorsOnly = only
  return errSecSuccess
}

public func SecTrustEvaluateWithError(_ trust: SecTrust, _ error: UnsafeMutablePointer<CFError?>?) -> Bool {
  if !trust.isTrusted {
    error?.pointee = CFError(domain: "NSOSStatusErrorDomain", code: Int(errSecNotTrusted))
  }
  return trust.isTrusted
}

public let kSecImportExportPassphrase: CFString = "passphrase"
public let kSecImportItemIdentity: CFString = "identity"
public let kSecImportItemCertChain: CFString = "chain"
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public let kSecImportToMemoryOnly: CFString = "memory"

/// Opens an archive whose password is “secret”: this stand-in knows no other. Its chain has the certificate of the identity,
/// the archive's bytes, and one of an authority.
public func SecPKCS12Import(
  _ archive: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  guard options[kSecImportExportPassphrase] as? String == "secret" else { return errSecAuthFailed }
  guard options["memory"] as? Bool == true else { return errSecParam }
  let chain = [SecCertificate(archive), SecCertificate(Data([0x30]))]
  items.pointee = [
    [kSecImportItemIdentity: SecIdentity(archive), kSecImportItemCertChain: chain] as NSDictionary
  ]
  return errSecSuccess
}
