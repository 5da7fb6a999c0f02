import CRequisiteCurl

/// The libcurl that is loaded in this process. FoundationNetworking loads it; without FoundationNetworking,
/// `CRequisiteCurl` opens the system's libcurl by its name.
package struct CurlLibrary: Sendable {
  /// The version as `0xXXYYZZ`, libcurl's own form.
  let number: UInt32
  /// The version in text form, such as "7.88.1".
  package let version: String
  /// Whether TLS is by OpenSSL 3 or later, which can tell a connection that was cut from one that has ended.
  let isOpenSSL3: Bool
  let isOpenSSL: Bool
  private let features: Int32
  /// Whether libcurl speaks HTTP/2, from 8.5 on, and logs its frames.
  let logsFrames: Bool

  /// The loaded library, set up once per process, or the reason why it cannot be used. The minimum is 7.68.
  package static let loaded: Result<CurlLibrary, CurlProblem> = {
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
  package static var usable: CurlLibrary? {
    guard case .success(let library) = loaded else { return nil }
    return library
  }

  private static let minimum: UInt32 = 0x07_44_00

  private init() {
    number = rq_curl_version_number()
    version = rq_curl_version().map { String(cString: $0) } ?? "?"
    features = rq_curl_features()
    logsFrames = features & (1 << 16) != 0 && number >= 0x08_05_00 && rq_curl_log_frames() != 0
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
  /// Whether protocols are set by name, as of 7.85.
  var hasProtocolNames: Bool { number >= 0x07_55_00 }
}
