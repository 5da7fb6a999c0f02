extension TransportConfiguration {
  /// The TLS settings of connections, which always verify the server's certificate.
  public struct TLS: Sendable, Hashable {
    /// The oldest version that is accepted; TLS 1.2 by default, because older versions are deprecated (RFC 8996).
    public var minimumVersion = Version.tls12
    /// The authorities that may certify servers; ``Authorities/system`` by default.
    ///
    /// On Apple platforms, App Transport Security refuses others before they are asked, unless the app's Info.plist has an exception
    /// for the host (`NSAppTransportSecurity`).
    public var authorities = Authorities.system
    /// The certificate that is sent to a server that requests one; nil, for none, by default.
    public var clientCertificate: ClientCertificate?
    /// The accepted public keys of each named host, as Base64 of the SHA-256 hash of the
    /// SubjectPublicKeyInfo (RFC 7469 §2.4).
    ///
    /// A connection to a named host fails if the server's key is not in the set, with an error that has the hash of that key.
    /// Empty by default. Other hosts are not restricted.
    ///
    /// A pin applies to every spelling of its host: upper case, a trailing dot, `bücher.test` and its `xn--` form, `127.1`
    /// and 127.0.0.1. Creating the transport throws an error for a name that is not a host alone (with a scheme, a port or a
    /// wildcard), for a text that is not a SHA-256 hash, and for an empty set: such a pin would protect nothing.
    ///
    /// `openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`
    public var pinnedPublicKeys: [String: Set<String>] = [:]

    /// Creates the default settings: TLS 1.2 or later, and the system's authorities.
    public init() {}

    /// A version of TLS.
    public enum Version: Int, Sendable, Hashable {
      /// TLS 1.2 (RFC 5246).
      case tls12 = 6
      /// TLS 1.3 (RFC 8446).
      case tls13 = 7
    }

    /// The authorities that may certify servers. The environment variables `SSL_CERT_FILE`, `SSL_CERT_DIR` and `CURL_CA_BUNDLE`
    /// have no effect: pass the file that they name to ``file(_:)``.
    public enum Authorities: Sendable, Hashable {
      /// The authorities of the system.
      case system
      /// Only the authorities in a PEM file at this path.
      case file(String)
      /// Only the authorities in these bytes, in PEM; on Linux this needs libcurl 7.77.
      case pem(Data)
    }

    /// A certificate and its private key.
    public enum ClientCertificate: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
      /// Two PEM files, whose key `password` decrypts; an error with URLSession.
      case files(certificate: String, key: String, password: String? = nil)
      /// PEM in memory, whose key `password` decrypts; an error with URLSession, and on Linux this needs libcurl 7.71.
      case pem(certificate: Data, key: Data, password: String? = nil)
      /// A PKCS #12 archive (RFC 7292) with both, which `password` decrypts; an error with libcurl.
      ///
      /// macOS before version 15 also adds both to the default keychain when the transport is created.
      case pkcs12(Data, password: String)

      /// The path of the certificate, or its size; never the key or its password.
      public var description: String {
        switch self {
        case .files(let certificate, let key, _): "files(certificate: \(certificate), key: \(key))"
        case .pem(let certificate, _, _): "pem(certificate: \(certificate.count) bytes)"
        case .pkcs12(let archive, _): "pkcs12(\(archive.count) bytes)"
        }
      }

      /// No children, so that `dump` does not print the key or its password.
      public var customMirror: Mirror { Mirror(self, children: []) }
    }
  }
}
