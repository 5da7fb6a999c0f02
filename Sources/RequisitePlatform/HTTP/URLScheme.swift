/// The scheme at the start of a URL's text (RFC 3986 §3.1).
package enum URLScheme {
  private static let following = ByteSet(ByteSet.alphanumeric, "+-.")

  /// The offset of the colon after the scheme; nil if the text begins with no scheme. Takes no other collection, because a
  /// generic function of another module would allocate for each byte.
  package static func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.first.map(ASCII.isLetter) == true,
      let end = bytes.firstIndex(where: { !following.contains($0) }),
      bytes[end] == UInt8(ascii: ":")
    else { return nil }
    return end
  }

  /// The offset of the colon in a text that begins with a scheme and `://`; nil for any other text.
  package static func endInWhole(_ text: Substring) -> Int? {
    text.withBytes { bytes in end(in: bytes).flatMap { bytes[$0...].starts(with: "://".utf8) ? $0 : nil } }
  }
}
