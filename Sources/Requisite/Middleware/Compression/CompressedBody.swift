extension TransportRequest {
  /// The request with its body by gzip, and `Content-Encoding: gzip`; nil where the body is to stay as it is.
  ///
  /// Left alone are: no body and an empty one; a body that is known to be shorter than `minimumSize`; one in memory that would not
  /// get shorter; and one with a header field that speaks of its bytes as they are.
  func compressed(from minimumSize: Int) async throws(NetworkRequestError) -> TransportRequest? {
    guard GzipEncoder.isAvailable, !headers.contains(where: { Self.tiedToContent.contains($0.name) }),
      let body = try await body.compressed(from: Int64(max(1, minimumSize)))
    else { return nil }
    var result = self
    result.body = body
    result.headers.append(HTTPHeader(.contentEncoding, "gzip"))
    return result
  }

  /// A coding that is there already, checksums of the encoded bytes (RFC 9530), and the place of a part (RFC 9110 §14.5).
  private static let tiedToContent: Set<HTTPHeaderName> = [
    .contentEncoding, .contentRange, "Content-Digest", "Content-MD5", "Digest",
  ]
}

extension HTTPBody {
  /// The body by gzip; nil where it is shorter than `minimumSize` or would not get shorter.
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
