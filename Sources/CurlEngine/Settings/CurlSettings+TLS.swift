import CRequisiteCurl

extension CurlSettings {
  /// The settings of TLS. Certificates are always verified.
  package struct TLS: Sendable {
    /// libcurl's number of the oldest version that is accepted: 6 for TLS 1.2, 7 for TLS 1.3.
    package var minimumVersion = 6
    package var authorities = Authorities.system
    /// The certificate for servers that request one; nil for none.
    package var certificate: Certificate?
    /// Whether a body without a length may end with the connection without a `close_notify` alert.
    package var acceptsMissingCloseNotify = false
    /// Whether the environment variable SSLKEYLOGFILE is ignored.
    package var ignoresKeyLogFile = false

    package init() {}

    /// The authorities that may certify servers: those of the system, of a PEM file, or PEM in memory (libcurl 7.77).
    package enum Authorities: Sendable {
      case system
      case file(String)
      case pem(Data)
    }

    /// A certificate and its key, in PEM files or in memory (libcurl 7.71).
    package enum Certificate: Sendable, CustomStringConvertible, CustomReflectable {
      case files(certificate: String, key: String, password: String?)
      case pem(certificate: Data, key: Data, password: String?)

      /// The path of the certificate, or its size; never the key or its password.
      package var description: String {
        switch self {
        case .files(let certificate, _, _): "files(certificate: \(certificate))"
        case .pem(let certificate, _, _): "pem(certificate: \(certificate.count) bytes)"
        }
      }
      /// No children, so that `dump` does not print the key or its password.
      package var customMirror: Mirror { Mirror(self, children: []) }
    }
  }
}

extension CurlSettings.TLS {
  /// Sets the OpenSSL options for which libcurl has no option.
  private func configureContext(of handle: CurlHandle, _ library: CurlLibrary) throws(CurlProblem) {
    let end = !acceptsMissingCloseNotify && library.isOpenSSL3 ? RQ_TLS_REFUSE_UNEXPECTED_END : 0
    let log = ignoresKeyLogFile && library.isOpenSSL ? RQ_TLS_NO_KEY_LOG : 0
    guard end | log != 0 else { return }
    try handle.check(rq_easy_set_tls_callback(handle.easy, CurlCallbacks.tlsContext), "SSL_CTX_FUNCTION")
    try handle.set(.tlsContextData, UnsafeMutableRawPointer(bitPattern: end | log))
  }

  func apply(to handle: CurlHandle, library: CurlLibrary) throws(CurlProblem) {
    try handle.set(.tlsVersion, minimumVersion)
    try configureContext(of: handle, library)
    switch authorities {
    case .system: break
    case .file(let path):
      try CurlSettings.TLS.check(path)
      try handle.set(.authorityFile, path)
      try handle.set(.proxyAuthorityFile, path)
    case .pem(let data):
      guard library.hasAuthorityBlobs else {
        throw .option("certificate authorities from memory need libcurl 7.77; this is \(library.version)")
      }
      try handle.set(.authorities, data)
      try handle.set(.proxyAuthorities, data)
    }
    try certificate?.apply(to: handle, library: library)
  }
}

extension CurlSettings.TLS {
  /// Checks a file that libcurl opens on the thread of all calls, which a pipe without a writer would stop for good.
  fileprivate static func check(_ path: String) throws(CurlProblem) {
    if PosixFile.isIrregular(path) { throw .option("“\(path)” is not a regular file") }
  }
}

extension CurlSettings.TLS.Certificate {
  fileprivate func apply(to handle: CurlHandle, library: CurlLibrary) throws(CurlProblem) {
    switch self {
    case .files(let certificate, let key, let password):
      try CurlSettings.TLS.check(certificate)
      try CurlSettings.TLS.check(key)
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
