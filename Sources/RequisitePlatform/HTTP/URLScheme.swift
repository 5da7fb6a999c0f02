/// The scheme at the start of a URL's text (RFC 3986 §3.1).
package enum URLScheme {
  @usableFromInline static let following = ByteSet(ByteSet.alphanumeric, "+-.")

  /// The index of the colon after the scheme; nil if the text begins with no scheme.
  // Inlined into other modules: a generic function that is not specialized allocates for each byte.
  @inlinable package static func end<Text: Collection<UInt8>>(in text: Text) -> Text.Index? {
    guard text.first.map(ASCII.isLetter) == true,
      let end = text.firstIndex(where: { !following.contains($0) }),
      text[end] == UInt8(ascii: ":")
    else { return nil }
    return end
  }

  /// True if the text begins with a scheme and `://`.
  @inlinable package static func isWhole(_ text: some Collection<UInt8>) -> Bool {
    end(in: text).map { text[$0...].starts(with: "://".utf8) } ?? false
  }
}
