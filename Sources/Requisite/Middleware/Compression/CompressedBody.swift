extension TransportRequest {
  /// Returns the request with its body compressed and `Content-Encoding: gzip`, or nil if the body is sent unchanged.
  ///
  /// Returns nil if the body is missing, empty or known to be shorter than `minimumSize`, if a body in memory would not get
  /// shorter, if a header field depends on the uncompressed bytes, and if the process has no zlib.
  func compressed(from minimumSize: Int) async throws(NetworkRequestError) -> TransportRequest? {
    guard GzipEncoder.isAvailable, !headers.contains(where: { Self.tiedToContent.contains($0.name) }),
      let body = try await body.compressed(from: Int64(max(1, minimumSize)))
    else { return nil }
    var result = self
    result.body = body
    result.headers.append(HTTPHeader(.contentEncoding, "gzip"))
    return result
  }

  /// The header fields whose values are wrong after compression: an existing coding, checksums of the encoded bytes
  /// (RFC 9530), and the position of a part (RFC 9110 §14.5).
  private static let tiedToContent: Set<HTTPHeaderName> = [
    .contentEncoding, .contentRange, "Content-Digest", "Content-MD5", "Digest",
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
