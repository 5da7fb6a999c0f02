extension TransportRequest {
  /// Returns the request with its body compressed and `Content-Encoding: gzip`, or nil if the body is sent unchanged.
  ///
  /// Returns nil if the body is missing, empty or known to be shorter than `minimumSize`, if a body in memory would not get
  /// shorter, if a header field depends on the uncompressed bytes, and if the process has no zlib.
  func compressed(from minimumSize: Int) async throws(NetworkRequestError) -> TransportRequest? {
    guard GzipEncoder.isAvailable, !headers.contains(where: { Self.isTiedToContent($0.name) }),
      let body = try await body.compressed(from: Int64(max(1, minimumSize)))
    else { return nil }
    var result = self
    result.body = body
    result.headers.append(HTTPHeader(.contentEncoding, "gzip"))
    return result
  }

  /// True if the value of this header field would be wrong after compression.
  private static func isTiedToContent(_ name: HTTPHeaderName) -> Bool {
    if tiedToContent.contains(name) { return true }
    let words = ASCII.lowercased(name.rawValue).split(separator: "-")
    return words.first != "want" && words.contains { checksums.contains(String($0)) }
  }

  /// An existing coding, the position and the length of a part (RFC 9110 §14.5; resumable uploads), and the version of
  /// the representation, which includes its coding (RFC 9110 §8.8.3). Preconditions are not listed, because they refer to
  /// what the server has.
  private static let tiedToContent: Set<HTTPHeaderName> = [
    .contentEncoding, .contentRange, "ETag", "Upload-Offset", "Upload-Length", "Upload-Complete",
  ]
  /// Words in the names of checksums and signatures: `Content-Digest` and `Repr-Digest` count the coded bytes (RFC 9530),
  /// `Signature` may cover fields that compression changes (RFC 9421), and so do `Content-MD5`, `X-Amz-Content-Sha256`,
  /// `X-Goog-Hash`, `X-Hub-Signature-256` and their like. `Want-Repr-Digest` is about the response.
  private static let checksums: Set<String> = [
    "digest", "checksum", "md5", "sha1", "sha256", "sha384", "sha512", "crc32", "crc32c", "crc64",
    "crc64nvme", "hash",
    "hmac", "signature",
  ]
}

extension HTTPBody {
  /// Returns the body compressed by gzip, or nil if it is shorter than `minimumSize` or would not get shorter.
  ///
  /// Files and streams are compressed while they are sent, and their length becomes unknown.
  fileprivate func compressed(from minimumSize: Int64) async throws(NetworkRequestError) -> HTTPBody? {
    let body = try checked()
    if let length = body.length, length < minimumSize { return nil }
    switch body.content {
    case .none: return nil
    case .data(let data):
      let compressed = try await ByteStream.gzip(.pieces(of: data)).collected(upTo: .max)
      return compressed.count < data.count ? with(.data(compressed)) : nil
    case .file(let url, let length):
      return with(.stream(BodyStream(restarting: { .gzip(.file(url, length: length)) })))
    case .stream(let stream) where stream.isReplayable:
      return with(.stream(BodyStream(restarting: { .gzip(stream.checkedStream()) })))
    case .stream(let stream):
      return with(.stream(BodyStream(.gzip(stream.checkedStream()))))
    }
  }

  private func with(_ content: Content) -> HTTPBody {
    HTTPBody(content: content, contentType: contentType, isEncoded: isEncoded)
  }
}
