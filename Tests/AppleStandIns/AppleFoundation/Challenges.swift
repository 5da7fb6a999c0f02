import FoundationNetworking
import Security

/// The method of a challenge about a server's certificates.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
/// The method of a challenge for a certificate of the client's.
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"

/// What a server or proxy asks for, and where.
public final class URLProtectionSpace: NSObject, @unchecked Sendable {
  public let host: String
  public let port: Int
  public let authenticationMethod: String
  /// The certificates that the server showed, for a challenge about them.
  public let serverTrust: SecTrust?

  public init(
    host: String, port: Int, protocol: String?, realm: String?, authenticationMethod: String?
  ) {
    (self.host, self.port, serverTrust) = (host, port, nil)
    self.authenticationMethod = authenticationMethod ?? ""
  }

  /// A challenge about a server's certificates. Not Apple's.
  public init(host: String, port: Int, serverTrust: SecTrust) {
    (self.host, self.port, self.serverTrust) = (host, port, serverTrust)
    authenticationMethod = AppleFoundation.NSURLAuthenticationMethodServerTrust
  }
}

/// A challenge of a server or proxy.
public final class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  public let protectionSpace: URLProtectionSpace
  public let previousFailureCount: Int

  /// Not Apple's.
  public init(_ protectionSpace: URLProtectionSpace) {
    (self.protectionSpace, previousFailureCount) = (protectionSpace, 0)
  }

  init(_ challenge: FoundationNetworking.URLAuthenticationChallenge) {
    let space = challenge.protectionSpace
    protectionSpace = URLProtectionSpace(
      host: space.host, port: space.port, protocol: nil, realm: space.realm,
      authenticationMethod: space.authenticationMethod)
    previousFailureCount = challenge.previousFailureCount
  }
}

/// An answer to a challenge.
public final class URLCredential: NSObject, @unchecked Sendable {
  public enum Persistence: UInt, Sendable { case none, forSession, permanent, synchronizable }

  public let user: String?
  let password: String?
  /// The certificates that are trusted, if that is the answer. Not Apple's.
  public let trust: SecTrust?
  public let identity: SecIdentity?
  /// The certificates that go with the identity.
  public let certificates: [Any]?
  public let persistence: Persistence

  public init(user: String, password: String, persistence: Persistence) {
    (self.user, self.password, trust, identity, self.persistence) = (user, password, nil, nil, persistence)
    certificates = nil
  }

  public init(trust: SecTrust) {
    (user, password, self.trust, identity, persistence) = (nil, nil, trust, nil, .forSession)
    certificates = nil
  }

  public init(identity: SecIdentity, certificates: [Any]?, persistence: Persistence) {
    (user, password, trust, self.identity, self.persistence) = (nil, nil, nil, identity, persistence)
    self.certificates = certificates
  }

  var onLinux: FoundationNetworking.URLCredential? {
    guard let user, let password else { return nil }
    return FoundationNetworking.URLCredential(user: user, password: password, persistence: .none)
  }
}
