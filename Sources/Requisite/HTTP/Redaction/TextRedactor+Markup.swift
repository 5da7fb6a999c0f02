// XML and HTML: attributes are names and values like others; the content of elements is found by their tags.
extension TextRedactor {
  /// The content of an element whose name speaks of a secret, as in `<password>…</password>`; in a property list, of the
  /// element after `<key>password</key>`.
  mutating func element(at place: Int) -> Int {
    let first = place + 1
    let end =
      bytes[first...].firstIndex { !TextValue.isNameByte($0) && $0 != UInt8(ascii: ":") } ?? bytes.count
    guard first < end else { return first }
    let name = Unescaping.name(bytes[first..<end].prefix(256))
    if TextRedactor.is(bytes[first..<end], "key") { return content(afterKeyAt: end) }
    guard redaction.hidesValue(of: name), let content = contentStart(from: end) else { return end }
    return leaveOutContent(from: content, until: "</\(name)")
  }

  /// The place after the `>` of a tag; nil where the element has no content, or the tag does not end.
  private func contentStart(from place: Int) -> Int? {
    guard let close = bytes[place...].firstIndex(of: UInt8(ascii: ">")), bytes[close - 1] != UInt8(ascii: "/")
    else {
      return nil
    }
    return close + 1
  }

  private mutating func content(afterKeyAt end: Int) -> Int {
    guard let start = contentStart(from: end) else { return end }
    let close = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    guard redaction.hidesValue(of: Unescaping.name(bytes[start..<close].prefix(256))),
      let next = contentStart(from: close),
      let tag = bytes[next...].firstIndex(of: UInt8(ascii: "<")), let content = contentStart(from: tag)
    else { return close }
    return leaveOutContent(from: content, until: "</")
  }

  private mutating func leaveOutContent(from start: Int, until tag: String) -> Int {
    let end = bytes.withUnsafeBytes { ByteSearch(tag).offset(in: $0, from: start) } ?? bytes.count
    guard start < end else { return start }
    return leaveOut(start..<end)
  }
}
