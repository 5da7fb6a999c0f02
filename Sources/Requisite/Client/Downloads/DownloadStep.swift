/// What a response means for a download. An allow-list: bytes that do not follow exactly are never appended.
enum DownloadStep: Equatable {
  /// All of a version: what is known is replaced by it.
  case whole(DownloadSource?, length: Int64?)
  /// The bytes that follow, up to `end`, of `total`.
  case rest(end: Int64, total: Int64)
  /// The known bytes are all there are.
  case complete
  /// A response that does not continue the known bytes: all of the body has to be requested.
  case useless
  /// A response that does not answer the request. The known bytes may still be valid.
  case unexpected

  init(_ response: NetworkResponse, to request: TransportRequest, after known: PartialDownload.Known?) {
    switch response.status {
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

  /// A part is the rest where it says so in every respect (RFC 9110 §14.4, §15.3.7): one range of bytes from the next one
  /// on, of the same version by its entity tag, of the same length, and uncoded.
  private static func rest(_ response: NetworkResponse, after known: PartialDownload.Known) -> DownloadStep? {
    guard known.source.isSource(of: response), !response.headers.isCoded,
      let part = contentRange(response), let range = part.range, range.lowerBound == known.count,
      let total = part.completeLength ?? known.source.length, range.upperBound < total,
      known.source.length ?? total == total
    else { return nil }
    return .rest(end: range.upperBound + 1, total: total)
  }

  /// True if the download is complete: the server's length is the known one, and the version is the same by its tag or length.
  private static func isEnd(_ response: NetworkResponse, of known: PartialDownload.Known) -> Bool {
    guard let part = contentRange(response), part.range == nil, part.completeLength == known.count else {
      return false
    }
    if response.headers.contains(.eTag) {
      return EntityTag(response.headers)?.description == known.source.eTag
    }
    return known.source.length == known.count
  }

  private static func contentRange(_ response: NetworkResponse) -> ContentRange? {
    let values = response.headers.values(for: .contentRange)
    return values.count == 1 ? ContentRange(values[0]) : nil
  }
}

/// What the bytes of a partial download are a part of. Written down beside them, and untrusted when it is read again.
struct DownloadSource: Codable, Equatable, Sendable {
  /// The most bytes that a description has.
  static let maximumSize = 16 << 10

  /// The hash of the request's method and URL, for an address may hold secrets.
  var request: String
  /// The hash of the address that answered, without its query. An entity tag names a version of one resource.
  var location: String
  /// The strong entity tag of the representation (RFC 9110 §8.8.3).
  var eTag: String
  /// The `Last-Modified` field, as it came.
  var lastModified: String?
  /// How many bytes there are in all, where that is known.
  var length: Int64?

  /// The source of a whole response; nil where the bytes cannot be resumed: without a strong entity tag, or coded.
  init?(_ response: NetworkResponse, of request: TransportRequest) {
    guard let tag = EntityTag(response.headers), !tag.isWeak, !response.headers.isCoded else { return nil }
    self.request = Self.name(of: request)
    location = Self.name(of: response.url)
    eTag = tag.description
    lastModified = response.headers[.lastModified]
    length = response.headers.announcedLength
    guard isPlausible else { return nil }
  }

  /// Whether it can be sent to a server: a state file may say anything.
  var isPlausible: Bool {
    guard let tag = EntityTag(eTag), !tag.isWeak, tag.description == eTag, eTag.utf8.count <= 4096 else {
      return false
    }
    return eTag.utf8.allSatisfy { $0 < 0x80 } && length ?? 0 >= 0
  }

  /// Whether a response to the request for the rest is of this very version.
  func isSource(of response: NetworkResponse) -> Bool {
    let modified = response.headers[.lastModified]
    return EntityTag(response.headers)?.description == eTag && Self.name(of: response.url) == location
      && (modified == nil || lastModified == nil || modified == lastModified)
  }

  /// A hash that identifies a request without revealing it.
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
  /// The one `Content-Length`; nil where it is missing, repeated or no number.
  var announcedLength: Int64? {
    let values = values(for: .contentLength)
    return values.count == 1 && ASCII.isNumber(values[0]) ? Int64(values[0]) : nil
  }

  /// Whether the body is, or was on its way, coded: then lengths and offsets are not those of the bytes at hand.
  var isCoded: Bool {
    values(for: .contentEncoding).contains {
      !ASCII.equalIgnoringCase(String(ASCII.trimmed($0[...])), "identity")
    }
  }
}
