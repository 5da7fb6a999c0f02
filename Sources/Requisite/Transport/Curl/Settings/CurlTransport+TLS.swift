#if os(Linux)
  import CRequisiteCurl

  extension CurlTransport.Configuration {
    /// The settings of TLS. Certificates are always verified; no setting turns verification off.
    public struct TLS: Sendable, Hashable {
      /// The oldest TLS version that is accepted. TLS 1.2 by default; older versions are insecure (RFC 8996).
      public var minimumVersion = Version.tls12
      /// The authorities that may certify servers. ``TransportConfiguration/TLS/Authorities/system`` by default.
      public var authorities = Authorities.system
      /// The certificate that is presented to servers that request one. nil by default: none is presented.
      public var clientCertificate: ClientCertificate?
      /// The public keys that a host may have, by its name: SHA-256 over the SubjectPublicKeyInfo, in Base64 (RFC
      /// 7469 §2.4). A named host with another key is refused, whatever its certificate. Empty by default.
      ///
      /// All spellings of a host are equal: upper case, a dot at the end, `bücher.test` and its `xn--` form,
      /// `127.1` and 127.0.0.1. A name that no URL can have (with a scheme, a port or a wildcard), and a hash that no key
      /// can have, fail all calls of the transport with `.invalidRequest`: a pin that matches nothing protects nothing.
      ///
      /// `openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`
      public var pinnedPublicKeys: [String: Set<String>] = [:]
      /// Whether a body without a length may end with the connection although the server has sent no `close_notify` alert
      /// (RFC 8446 §6.1). False by default: without the alert, anyone on the network path could truncate such a body. Set
      /// it to true for servers that never send the alert.
      ///
      /// It has an effect only if libcurl uses OpenSSL; with another library such an end is always accepted.
      public var acceptsMissingCloseNotify = false
      /// Whether the environment variable SSLKEYLOGFILE is ignored. False by default: as in other programs that use
      /// libcurl, the keys of all TLS connections are written to the file that it names, and recorded traffic can be
      /// decrypted with them. It has an effect only if libcurl uses OpenSSL.
      public var ignoresKeyLogFile = false

      /// Creates the default settings: TLS 1.2 or later, the system's authorities.
      public init() {}

      /// A version of TLS that is still considered safe.
      public typealias Version = TransportConfiguration.TLS.Version
      /// The authorities that may certify servers.
      public typealias Authorities = TransportConfiguration.TLS.Authorities
      /// A certificate and its private key. A certificate in memory needs libcurl 7.71 or later.
      public typealias ClientCertificate = TransportConfiguration.TLS.ClientCertificate
    }
  }

  extension CurlTransport.Configuration.TLS {
    /// Sets the OpenSSL options for which libcurl has no option.
    private func configureContext(of handle: CurlHandle, _ library: CurlLibrary) throws(CurlProblem) {
      let end = !acceptsMissingCloseNotify && library.isOpenSSL3 ? RQ_TLS_REFUSE_UNEXPECTED_END : 0
      let log = ignoresKeyLogFile && library.isOpenSSL ? RQ_TLS_NO_KEY_LOG : 0
      guard end | log != 0 else { return }
      try handle.check(rq_easy_set_tls_callback(handle.easy, CurlCallbacks.tlsContext), "SSL_CTX_FUNCTION")
      try handle.set(.tlsContextData, UnsafeMutableRawPointer(bitPattern: end | log))
    }

    func apply(to handle: CurlHandle, library: CurlLibrary) throws(CurlProblem) {
      try handle.set(.tlsVersion, minimumVersion.rawValue)
      try configureContext(of: handle, library)
      switch authorities {
      case .system: break
      case .file(let path):
        try TransportConfiguration.TLS.check(path)
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
  }

  extension TransportConfiguration.TLS {
    /// Checks a file that libcurl opens on the thread of all calls, which a pipe without a writer would stop for good.
    fileprivate static func check(_ path: String) throws(CurlProblem) {
      if PosixFile.isIrregular(path) { throw .option("“\(path)” is not a regular file") }
    }
  }

  extension TransportConfiguration.TLS.ClientCertificate {
    fileprivate func apply(to handle: CurlHandle, library: CurlLibrary) throws(CurlProblem) {
      switch self {
      case .files(let certificate, let key, let password):
        try TransportConfiguration.TLS.check(certificate)
        try TransportConfiguration.TLS.check(key)
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
      case .pkcs12: throw .option("libcurl takes a client certificate and its key in PEM, not in PKCS #12")
      }
    }
  }
#endif
