#if os(Linux)
  import CRequisiteCurl

  /// The libcurl that is loaded in this process. FoundationNetworking loads it; without FoundationNetworking,
  /// `CRequisiteCurl` opens the system's libcurl by its name.
  struct CurlLibrary: Sendable {
    /// The version as `0xXXYYZZ`, libcurl's own form.
    let number: UInt32
    /// The version in text form, such as "7.88.1".
    let version: String
    /// Whether TLS is by OpenSSL 3 or later, which can tell a connection that was cut from one that has ended.
    let isOpenSSL3: Bool
    let isOpenSSL: Bool
    private let features: Int32

    /// The loaded library, set up once per process, or the reason why it cannot be used. The minimum is 7.68.
    static let loaded: Result<CurlLibrary, CurlProblem> = {
      guard rq_curl_available() != 0 else {
        let message = "libcurl was not found: install the system's package libcurl4 or libcurl"
        return .failure(.unavailable(message))
      }
      let library = CurlLibrary()
      guard library.number >= minimum else {
        return .failure(.unavailable("libcurl \(library.version) is older than 7.68"))
      }
      let code = CurlCode(rq_curl_global_init())
      return code == .ok ? .success(library) : .failure(.library(code: code, detail: ""))
    }()

    /// The loaded library; nil if it cannot be used.
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

    /// Whether client certificates can be passed from memory, as of 7.71.
    var hasCertificateBlobs: Bool { number >= 0x07_47_00 }
    /// Whether certificate authorities can be passed from memory, as of 7.77.
    var hasAuthorityBlobs: Bool { number >= 0x07_4D_00 }
    /// Whether libcurl calls back just before it sends a request, as of 7.80.
    var hasPrerequest: Bool { number >= 0x07_50_00 }
    /// Whether libcurl hands out a connection that the caller reads and writes, as of 7.72: before, it could be another one
    /// (CVE-2020-8231).
    var hasRawConnections: Bool { number >= 0x07_48_00 }
    /// Whether protocols are set by name, as of 7.85.
    var hasProtocolNames: Bool { number >= 0x07_55_00 }
    /// Whether a response that begins with a folded line makes libcurl write to freed memory, from 7.83 to 8.1: it keeps a
    /// pointer to the last header field of the handle's transfer before. The transport then looks at the lines before
    /// libcurl stores the first field: with CURLOPT_HEADER, the write callback receives them first.
    var foldsOntoFreedField: Bool { (0x07_53_00..<0x08_02_00).contains(number) }
    /// Whether libcurl was built with HTTP/2.
    private var hasHTTP2: Bool { features & (1 << 16) != 0 }
    /// Whether libcurl speaks HTTP/2, reports every stream that did not end (except for a reset with NO_ERROR), keeps every
    /// response that did, and says which requests the server has not processed.
    ///
    /// Measured with the faults of the tests, nginx and mixed calls; a version that was not measured counts as the measured one
    /// below it:
    /// - 7.88.1 (nghttp2 1.52): takes nine kinds of cut streams for complete; loses early responses.
    /// - 8.1.2 (nghttp2 1.54), 8.6.0 (1.60), 8.8.0 (1.46) and 8.12.1 (1.64): after a connection error within a body, wait for
    ///   the timeout, also with a speed limit. From 8.6.0 on, do not report a refused stream.
    /// - 8.14.1 (nghttp2 1.64) and 8.16.0 (1.67): do not report a refused stream; lose a complete response that a connection
    ///   error follows.
    /// - 8.19.0, 8.21.0 (nghttp2 1.69) and 8.22.0 (nghttp2 1.70): lose a complete response that a connection error follows.
    /// - 8.23.0 (nghttp2 1.70): sound; reports a connection error within a second, because its transfers have a speed limit.
    var speaksSoundHTTP2: Bool { hasHTTP2 && number >= 0x08_17_00 }
    /// The problem of a configuration that requires a version of HTTP which this libcurl does not speak; nil for none.
    func problem(with required: TransportConfiguration.HTTPVersion) -> String? {
      switch required {
      case .automatic, .http1: nil
      case .http2PriorKnowledge:
        speaksSoundHTTP2
          ? nil
          : "httpVersion is http2PriorKnowledge, which needs libcurl 8.23 or later, built with HTTP/2; this is \(version)"
      case .http3: "httpVersion is http3, which URLSession speaks and libcurl \(version) does not"
      }
    }
  }
#endif
