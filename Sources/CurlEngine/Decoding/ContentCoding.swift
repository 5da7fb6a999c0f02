import CRequisiteCurl

/// A content coding (RFC 9110 §8.4.1) that the library can decode.
///
/// The decoders of `br` and `zstd` are those that libcurl loads into the process: Debian's and Ubuntu's have both. The process
/// is searched for them once.
package enum ContentCoding: String, CaseIterable {
  case gzip
  case deflate
  case br
  case zstd

  /// The codings that have a decoder in this process.
  static let available = allCases.filter(\.isInProcess)

  /// The value of `Accept-Encoding`: exactly the ``available`` codings, or nil if this process has no decoder.
  static let acceptEncoding: String? =
    available.isEmpty ? nil : available.map(\.rawValue).joined(separator: ", ")

  /// The whole header line, made once; empty if this process has no decoder.
  package static let acceptEncodingLines = acceptEncoding.map { ["Accept-Encoding: \($0)"] } ?? []

  /// Creates the available coding with this name in lower case, or `x-gzip`. Returns nil for any other name.
  init?(_ name: String) {
    // `x-gzip` is another name for gzip (RFC 9110 §8.4.1.3).
    guard let coding = Self(rawValue: name == "x-gzip" ? "gzip" : name), Self.available.contains(coding)
    else { return nil }
    self = coding
  }

  private var isInProcess: Bool { rq_coding_available(format(startingWith: 0)) != 0 }

  /// Returns the format of a body with this first byte, as `rq_decoder_create` takes it.
  func format(startingWith byte: UInt8) -> Int32 {
    let format =
      switch self {
      case .gzip: RQ_CODING_GZIP
      // The name means zlib's format (RFC 1950); some servers send raw data (RFC 1951).
      case .deflate: byte & 0x0F == 8 ? RQ_CODING_ZLIB : RQ_CODING_RAW_DEFLATE
      case .br: RQ_CODING_BROTLI
      case .zstd: RQ_CODING_ZSTD
      }
    return Int32(format)
  }

  /// The meaning of bytes after a complete stream.
  enum Continuation {
    case anotherStream
    case padding
    case fault
  }

  /// Returns the meaning of the bytes after a complete stream, judged by the first of them.
  func continuation(startingWith byte: UInt8) -> Continuation {
    switch self {
    // A body may be several members in a row (RFC 1952 §2.2). Some servers pad it.
    case .gzip: byte == 0x1F ? .anotherStream : .padding
    case .deflate: .padding
    case .br: .fault
    // Several frames in a row are one body (RFC 8878 §3.1).
    case .zstd: .anotherStream
    }
  }
}
