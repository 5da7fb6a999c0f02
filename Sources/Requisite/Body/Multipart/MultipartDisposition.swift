/// The value of a `Content-Disposition: form-data` field.
///
/// Read the way browsers write it: a quoted value ends at the next quotation mark, a backslash is a backslash.
struct MultipartDisposition {
  let name: String
  let fileName: String?

  /// nil where the disposition is another than `form-data`.
  init?(reading text: String) throws(MultipartPartReader.Problem) {
    var rest = Substring(text).utf8
    let type = Self.taken(&rest, until: UInt8(ascii: ";"))
    guard ASCII.equalIgnoringCase(String(ASCII.trimmed(Substring(type))), "form-data") else { return nil }
    var values: [String: String] = [:]
    while !rest.isEmpty {
      let (key, value) = try Self.parameter(&rest, of: text)
      guard values.updateValue(value, forKey: key) == nil else {
        throw MultipartPartReader.Problem(text: "“\(key)” twice in “\(text)”")
      }
    }
    guard let name = values["name"] else {
      throw MultipartPartReader.Problem(text: "no name in “\(text)”")
    }
    self.name = name
    fileName = values["filename"]
  }

  private static func parameter(
    _ rest: inout Substring.UTF8View, of text: String
  ) throws(MultipartPartReader.Problem) -> (key: String, value: String) {
    let key = ASCII.trimmed(Substring(taken(&rest, until: UInt8(ascii: "="))))
    let isQuoted = rest.first == UInt8(ascii: "\"")
    if isQuoted { rest.removeFirst() }
    let hasEnd = !isQuoted || rest.contains(UInt8(ascii: "\""))
    let value = taken(&rest, until: UInt8(ascii: isQuoted ? "\"" : ";"))
    let gap = isQuoted ? ASCII.trimmed(Substring(taken(&rest, until: UInt8(ascii: ";")))) : ""
    guard Token.isValid(key), hasEnd, gap.isEmpty, isQuoted || Token.isValid(ASCII.trimmed(Substring(value)))
    else { throw MultipartPartReader.Problem(text: "malformed parameters in “\(text)”") }
    let text =
      isQuoted ? MultipartName.unescaped(String(Substring(value))) : String(ASCII.trimmed(Substring(value)))
    return (ASCII.lowercased(String(key)), text)
  }

  /// What stands before `end`, which is taken as well; all where there is none.
  private static func taken(_ rest: inout Substring.UTF8View, until end: UInt8) -> Substring.UTF8View {
    guard let place = rest.firstIndex(of: end) else {
      defer { rest = rest.suffix(0) }
      return rest
    }
    defer { rest = rest[rest.index(after: place)...] }
    return rest[..<place]
  }
}
