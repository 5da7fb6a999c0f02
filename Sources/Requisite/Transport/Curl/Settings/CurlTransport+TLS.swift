#if os(Linux)
  extension CurlTransport.Configuration {
    /// Whom to trust and how to show who we are. Certificates are always verified; there is no way to turn it off.
    public struct TLS: Sendable, Hashable {
      /// The oldest version that is spoken. TLS 1.2 by default; older ones are broken (RFC 8996).
      public var minimumVersion = Version.tls12
      /// Who may certify servers. ``Authorities/system`` by default.
      public var authorities = Authorities.system
      /// What we show a server that asks. nil by default.
      public var clientCertificate: ClientCertificate?
      /// The public keys that a host may have, by its name: SHA-256 over the SubjectPublicKeyInfo, in Base64 (RFC
      /// 7469 §2.4). A host that is named here and has another key is refused, whoever certified it. Empty by default.
      ///
      /// `openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`
      public var pinnedPublicKeys: [String: Set<String>] = [:]

      /// Makes the default: TLS 1.2 or later, the system's authorities.
      public init() {}

      /// A version of TLS.
      public enum Version: Int, Sendable, Hashable {
        /// TLS 1.2.
        case tls12 = 6
        /// TLS 1.3.
        case tls13 = 7
      }

      /// Who may certify servers.
      public enum Authorities: Sendable, Hashable {
        /// Those of the system.
        case system
        /// Those in this file, in PEM, and no others.
        case file(String)
        /// Those in these bytes, in PEM, and no others. Needs libcurl 7.77.
        case pem(Data)
      }

      /// A certificate and the key that belongs to it, in PEM.
      public enum ClientCertificate: Sendable, Hashable {
        /// In two files; `password` opens the key.
        case files(certificate: String, key: String, password: String? = nil)
        /// In memory; `password` opens the key. Needs libcurl 7.71.
        case pem(certificate: Data, key: Data, password: String? = nil)
      }
    }
  }

  extension CurlTransport.Configuration.TLS {
    func apply(to handle: CurlHandle, library: CurlLibrary) throws(CurlProblem) {
      try handle.set(.tlsVersion, minimumVersion.rawValue)
      switch authorities {
      case .system: break
      case .file(let path):
        try handle.set(.authorityFile, path)
        try handle.set(.proxyAuthorityFile, path)
      case .pem(let data):
        guard library.hasAuthorityBlobs else {
          throw .option("certificate authorities from memory need libcurl 7.77; this is \(library.version)")
        }
        try handle.set(.authorities, data)
        try handle.set(.proxyAuthorities, data)
      }
      try clientCertificate?.apply(to: handle, library: library)
    }

    /// The pins of a URL's host in libcurl's notation; nil where it has none.
    func pins(for url: URL) throws(CurlProblem) -> String? {
      guard !pinnedPublicKeys.isEmpty, let host = url.host(percentEncoded: false) else { return nil }
      guard let keys = pinnedPublicKeys.first(where: { ASCII.equalIgnoringCase($0.key, host) })?.value else {
        return nil
      }
      for key in keys where Data(base64Encoded: key)?.count != 32 {
        throw .option("“\(key)” is no SHA-256 in Base64, so it can be no public key of \(host)")
      }
      // No key at all would be taken for no pinning at all.
      guard !keys.isEmpty else { throw .option("no public key is pinned for \(host)") }
      return keys.sorted().map { "sha256//\($0)" }.joined(separator: ";")
    }
  }

  extension CurlTransport.Configuration.TLS.ClientCertificate {
    fileprivate func apply(to handle: CurlHandle, library: CurlLibrary) throws(CurlProblem) {
      switch self {
      case .files(let certificate, let key, let password):
        try handle.set(.certificate, certificate)
        try handle.set(.key, key)
        try handle.set(.keyPassword, password)
      case .pem(let certificate, let key, let password):
        guard library.hasCertificateBlobs else {
          throw .option("a client certificate from memory needs libcurl 7.71; this is \(library.version)")
        }
        try handle.set(.certificate, certificate)
        try handle.set(.key, key)
        try handle.set(.keyPassword, password)
      }
    }
  }
#endif
