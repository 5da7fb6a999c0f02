/// What a response means for a download. An allow-list: what does not follow exactly is never put behind what is known.
enum DownloadStep: Equatable {
  /// All of a version: what is known is replaced by it.
  case whole(DownloadSource?, length: Int64?)
  /// The bytes that follow, up to `end`, of `total`.
  case rest(end: Int64, total: Int64)
  /// There is no more than what is known.
  case complete
  /// Nothing that follows: what is known is of no use, and all is to be asked for.
  case useless
  /// Nothing that was asked for. What is known may still be good.
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

  /// All is there where the server counts as many bytes, and either the version had so many or is said to be the same one.
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
