/// A delimiter line between two parts, with the line break before it, which belongs to the delimiter (RFC 2046 §5.1.1).
struct MultipartDelimiter {
  let start: Int
  let end: Int
  let isLast: Bool

  /// All delimiters of a message, up to and including the closing one.
  static func all(in data: Data, boundary: String) throws(DecodingError) -> [MultipartDelimiter] {
    guard MultipartBoundary.isValid(boundary) else {
      throw .multipart("“\(boundary)” is not a valid boundary")
    }
    let found = data.withUnsafeBytes { bytes in
      MultipartScan(bytes: bytes, mark: ByteSearch("--\(boundary)"), markLength: boundary.utf8.count + 2)
        .run()
    }
    guard !found.isEmpty else { throw .multipart("the boundary “\(boundary)” does not occur") }
    guard found.last?.isLast == true else { throw .multipart("the closing boundary is missing") }
    return found
  }
}

/// A scan of a message from delimiter to delimiter.
private struct MultipartScan {
  let bytes: UnsafeRawBufferPointer
  let mark: ByteSearch
  let markLength: Int

  func run() -> [MultipartDelimiter] {
    var found: [MultipartDelimiter] = []
    var place = 0
    while let hit = mark.offset(in: bytes, from: place) {
      guard let delimiter = delimiter(at: hit, behind: found.last?.end ?? 0) else {
        place = hit + 1
        continue
      }
      found.append(delimiter)
      if delimiter.isLast { break }
      place = delimiter.end
    }
    return found
  }

  /// The delimiter whose dashes are at `hit`; nil unless it begins a line and is alone on that line.
  private func delimiter(at hit: Int, behind previous: Int) -> MultipartDelimiter? {
    let start = hit == 0 ? 0 : hit - 2
    guard hit == 0 || (start >= previous && isLineBreak(at: start)) else { return nil }
    var end = hit + markLength
    let isLast = end + 1 < bytes.count && bytes[end] == 0x2D && bytes[end + 1] == 0x2D
    if isLast { end += 2 }
    while end < bytes.count, ASCII.isWhitespace(bytes[end]) { end += 1 }
    if isLast, end == bytes.count { return MultipartDelimiter(start: start, end: end, isLast: true) }
    guard isLineBreak(at: end) else { return nil }
    return MultipartDelimiter(start: start, end: end + 2, isLast: isLast)
  }

  private func isLineBreak(at place: Int) -> Bool {
    place >= 0 && place + 1 < bytes.count && bytes[place] == 0x0D && bytes[place + 1] == 0x0A
  }
}
