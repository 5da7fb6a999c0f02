// Concerns: libcurl 7.83 to 8.1.
// Seen: a response that begins with a folded line makes libcurl write to freed memory, because it keeps a pointer to the last
//   header field of the handle's transfer before.
// Known: curl issue 11101, of the same pointer.
// Here: the lines are looked at before libcurl stores the first field. With CURLOPT_HEADER, the write callback receives them
//   first.
// Shown by: CurlHandleReuseTests, under AddressSanitizer.
// Can go: when no libcurl before 8.2 is supported.

extension CurlLibrary {
  /// Whether a response that begins with a folded line makes libcurl write to freed memory.
  var foldsOntoFreedField: Bool { (0x07_53_00..<0x08_02_00).contains(number) }
}

extension CurlHandle {
  /// Makes libcurl pass header lines to the write callback first, or ends that: see ``CurlLibrary/foldsOntoFreedField``.
  func previewLines(_ isOn: Bool) throws(CurlProblem) {
    guard isOn != previewsLines else { return }
    // libcurl takes the option at any time, and reads it for each line.
    try set(.headerInBody, isOn)
    previewsLines = isOn
  }
}

extension CurlTransfer {
  /// Looks at a header line, or a piece of one after its first `shown` bytes, before libcurl stores the line. Refuses a
  /// folded line, which libcurl would add to a field of an earlier transfer.
  func received(preview piece: UnsafeRawBufferPointer, after shown: Int) -> Int {
    guard shown > 0 || head.expectsStatus || piece.first.map(ASCII.isWhitespace) != true else {
      return fail(.badResponse("the header section of the response begins with a folded line"))
    }
    previewed = shown + piece.count
    return piece.count
  }

  /// Prepares for the next header line. After the first field of this transfer, and at the end of the section, no further line
  /// has to be looked at. Returns false if libcurl does not accept that.
  func nextPreview() -> Bool {
    guard head.isComplete || !head.lines.isEmpty else {
      previewed = 0
      return true
    }
    do throws(CurlProblem) { try handle?.previewLines(false) } catch {
      problem = error
      return false
    }
    previewed = nil
    return true
  }
}
