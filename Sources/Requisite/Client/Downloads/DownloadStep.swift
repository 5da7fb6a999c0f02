/// The step that follows from a response to a download. Bytes are appended only if the response passes every check.
enum DownloadStep: Equatable {
  /// A whole version, which replaces the known bytes.
  case whole(DownloadSource?, length: Int64?)
  /// The bytes that follow the known ones, up to `end`, of `total`.
  case rest(end: Int64, total: Int64)
  /// The known bytes are already complete.
  case complete
  /// A response that does not continue the known bytes, so the whole body must be requested.
  case useless
  /// A response that does not answer the request. The known bytes may still be valid.
  case unexpected

  init(_ response: NetworkResponse, to request: TransportRequest, after known: PartialDownload.Known?) {
    switch response.status {
    // The rest was requested, and a transport does not decode the response to a request with a Range.
    case 200 where known != nil && response.headers.isCoded: self = .useless
    case 200:
      let length = response.headers.isCoded ? nil : response.headers.announcedLength
      self = .whole(DownloadSource(response, of: request), length: length)
    case 206:
      self = known.map { Self.rest(response, after: $0) ?? .useless } ?? .unexpected
    case 416:
      self = known.map { Self.isEnd(response, of: $0) ? .complete : .useless } ?? .unexpected
    default: self = .unexpected
    }
  }

  /// Returns the step if the part continues the known bytes in every respect (RFC 9110 §14.4, §15.3.7): one range that
  /// starts at the next byte, the same version by its entity tag, the same length, and no content coding.
  private static func rest(_ response: NetworkResponse, after known: PartialDownload.Known) -> DownloadStep? {
    guard known.source.isSource(of: response), !response.headers.isCoded,
      !response.headers.describeSeveralParts, let part = ContentRange(response.headers),
      let range = part.range,
      range.lowerBound == known.count,
      let total = part.completeLength ?? known.source.length, range.upperBound < total,
      known.source.length ?? total == total
    else { return nil }
    return .rest(end: range.upperBound + 1, total: total)
  }

  /// True if the download is complete: the server's length is the number of known bytes, the first response announced no
  /// other length, and the version is the same by its tag or length.
  private static func isEnd(_ response: NetworkResponse, of known: PartialDownload.Known) -> Bool {
    guard let part = ContentRange(response.headers), part.range == nil, part.completeLength == known.count,
      known.source.length ?? known.count == known.count
    else { return false }
    if response.headers.contains(.eTag) {
      return EntityTag(response.headers)?.description == known.source.eTag
    }
    return known.source.length == known.count
  }
}

/// The version that the bytes of a partial download belong to. It is stored beside them, and is untrusted
/// when it is read again.
struct DownloadSource: Codable, Equatable, Sendable {
  /// The hash of the request's method and URL. A hash, because the URL may contain secrets.
  var request: String
  /// The hash of the URL that answered, without its query, because an entity tag identifies a version of one resource only.
  var location: String
  /// The strong entity tag of the representation (RFC 9110 §8.8.3).
  var eTag: String
  /// The `Last-Modified` field, as it came.
  var lastModified: String?
  /// The length of the whole version in bytes; nil if unknown.
  var length: Int64?

  /// The source of a whole response; nil if its bytes cannot be resumed, because it has no strong entity tag or is coded.
  init?(_ response: NetworkResponse, of request: TransportRequest) {
    guard let tag = EntityTag(response.headers), !tag.isWeak, !response.headers.isCoded else { return nil }
    self.request = Self.name(of: request)
    location = Self.name(of: response.url)
    eTag = tag.description
    lastModified = response.headers[.lastModified]
    length = response.headers.announcedLength
    guard isPlausible else { return nil }
  }

  /// True if the description can be used in a request. A stored file may contain anything.
  var isPlausible: Bool {
    guard let tag = EntityTag(eTag), !tag.isWeak, tag.description == eTag, eTag.utf8.count <= 4096 else {
      return false
    }
    return eTag.utf8.allSatisfy { $0 < 0x80 } && length ?? 0 >= 0
  }

  /// True if a response to the request for the rest belongs to this version.
  func isSource(of response: NetworkResponse) -> Bool {
    let modified = response.headers[.lastModified]
    return EntityTag(response.headers)?.description == eTag && Self.name(of: response.url) == location
      && (modified == nil || lastModified == nil || modified == lastModified)
  }

  /// Returns a hash that identifies a request without revealing it.
  static func name(of request: TransportRequest) -> String {
    SHA256.hexadecimal("\(request.method) \(request.url.absoluteString)")
  }

  private static func name(of url: URL) -> String {
    let text = url.absoluteString.utf8
    let end = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
    return SHA256.hexadecimal(String(Substring(text[..<end])))
  }
}

extension HTTPHeaders {
  /// The value of `Content-Length`; nil if the field is missing, repeated or not a number.
  var announcedLength: Int64? {
    let values = values(for: .contentLength)
    return values.count == 1 && ASCII.isNumber(values[0]) ? Int64(values[0]) : nil
  }
}
