// Concerns: libcurl 7.88 to 8.1 and 8.23; not 7.76 and 8.19. Other versions were not measured.
// Seen: with `Transfer-Encoding: identity`, which RFC 9112 no longer has, libcurl ignores the Content-Length. A body that is cut is
//   reported as complete, one that is longer is delivered whole, and the end of a connection that stays open is waited for.
// Known: no issue of curl was found.
// Here: the length is counted, and libcurl is made to fail the transfer, which is a success, at the last byte.
// Shown by: ServerFaultTests (identities in ServerFault+Uploads).
// Can go: when libcurl counts the length.

extension CurlTransfer {
  /// The piece up to the end of the body.
  func counted(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let length = head.framing.countedLength else { return bytes }
    return UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(clamping: length - Int64(arrivedBody))))
  }

  /// Returns the number of bytes that a callback was given, or one that makes libcurl fail the transfer if the body is whole.
  func isCounted(after count: Int) -> Int {
    guard let length = head.framing.countedLength, mayHaveBody, Int64(arrivedBody) >= length else {
      return count
    }
    hasCountedBody = true
    return 0
  }

  /// The problem of a body that ended before its length.
  var truncatedBody: CurlProblem? {
    guard let length = head.framing.countedLength, mayHaveBody, Int64(arrivedBody) < length else {
      return nil
    }
    return .library(
      code: .partialFile,
      detail: "the connection ended with \(length - Int64(arrivedBody)) bytes remaining to read")
  }
}
