#if os(Linux)
  import CRequisiteCurl

  /// The libcurl that is in this process: FoundationNetworking brings it along.
  struct CurlLibrary: Sendable {
    /// As `0xXXYYZZ`, libcurl's own form.
    let number: UInt32
    /// As in "7.88.1".
    let version: String
    /// Whether TLS is OpenSSL's, version 3 or later, which can tell a connection that was cut from one that has ended.
    let isOpenSSL3: Bool
    let isOpenSSL: Bool
    private let features: Int32

    /// The library that is loaded, set up once for the process; the reason if none can be used.
    static let loaded: Result<CurlLibrary, CurlProblem> = {
      guard rq_curl_available() != 0 else { return .failure(.unavailable("libcurl is not in this process")) }
      let library = CurlLibrary()
      guard library.number >= minimum else {
        return .failure(.unavailable("libcurl \(library.version) is older than 7.68"))
      }
      let code = rq_curl_global_init()
      return code == 0 ? .success(library) : .failure(.library(code: code, detail: ""))
    }()

    /// The library, where it can be used.
    static var usable: CurlLibrary? {
      guard case .success(let library) = loaded else { return nil }
      return library
    }

    private static let minimum: UInt32 = 0x07_44_00

    private init() {
      number = rq_curl_version_number()
      version = rq_curl_version().map { String(cString: $0) } ?? "?"
      features = rq_curl_features()
      let tls = rq_curl_tls_version().map { String(cString: $0) } ?? ""
      isOpenSSL = tls.hasPrefix("OpenSSL/")
      isOpenSSL3 = isOpenSSL && !tls.hasPrefix("OpenSSL/0") && !tls.hasPrefix("OpenSSL/1")
    }

    /// 7.71: a client certificate from memory.
    var hasCertificateBlobs: Bool { number >= 0x07_47_00 }
    /// 7.77: certificate authorities from memory.
    var hasAuthorityBlobs: Bool { number >= 0x07_4D_00 }
    /// 7.80: a call just before the request is sent.
    var hasPrerequest: Bool { number >= 0x07_50_00 }
    /// 7.85: protocols by name.
    var hasProtocolNames: Bool { number >= 0x07_55_00 }
    /// Whether HTTP/2 was built in.
    var hasHTTP2: Bool { features & (1 << 16) != 0 }
  }
#endif
