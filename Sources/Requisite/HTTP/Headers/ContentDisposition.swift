extension HTTPHeaders {
  /// The value of a `Content-Disposition` field: a type and an optional file name (RFC 6266).
  public struct ContentDisposition: Hashable, Sendable, CustomStringConvertible {
    /// The disposition type: `inline`, `attachment` or another token.
    public var type: String
    /// The file name, without quotes or escapes; nil if the field has none.
    public var fileName: String?

    /// Creates a value from its parts, which are not checked; no file name by default.
    public init(type: String, fileName: String? = nil) {
      self.type = type
      self.fileName = fileName
    }

    /// `inline`: the content is meant to be displayed in place.
    public static let inline = Self(type: "inline")

    /// `attachment`: the content is meant to be saved under `fileName`.
    public static func attachment(fileName: String) -> Self {
      Self(type: "attachment", fileName: fileName)
    }

    /// The value as it is sent.
    ///
    /// A file name outside of printable ASCII is sent twice: in quotes, with `_` for each character that ASCII lacks, and in
    /// the extended notation of RFC 8187.
    public var description: String {
      guard let fileName else { return type }
      let quoted = "\(type); filename=\"\(Self.quoted(fileName))\""
      guard !fileName.utf8.allSatisfy(ASCII.isPrintable) else { return quoted }
      let extended = PercentEncoding.escape(fileName, keeping: .attributeCharacters)
      return "\(quoted); filename*=UTF-8''\(extended)"
    }

    /// `name` as the inside of a quoted string (RFC 9110 §5.6.4), with `_` for each character outside of printable ASCII.
    private static func quoted(_ name: String) -> String {
      var result = ""
      for character in name.unicodeScalars {
        switch character {
        case "\"", "\\": result += "\\\(character)"
        case " "..."~": result.unicodeScalars.append(character)
        default: result += "_"
        }
      }
      return result
    }
  }
}

extension HTTPHeaders.ContentDisposition {
  /// Parses a field value; returns nil if it does not begin with a token as its type.
  ///
  /// If the file name is given in both notations, the extended one wins (RFC 6266 §4.3), provided that its charset is UTF-8
  /// or ISO-8859-1 (RFC 8187 §3.2) and that it is not empty. Malformed and repeated parameters are ignored: `filename="a.html".txt` and
  /// `filename=a"b;c"` name no file, because programs differ in what they take for the name. The server chooses ``fileName``, which
  /// may contain slashes or `..`: to name a file, use ``DownloadedFile/suggestedFileName``.
  public init?(_ text: String) {
    let (type, parts) = HTTPQuoting.item(text)
    guard Token.isValid(type) else { return nil }
    var parameters: [String: Substring] = [:]
    for part in parts {
      let sides = ASCII.nameAndValue(part)
      let name = ASCII.lowercased(String(ASCII.trimmed(sides.name)))
      guard Token.isValid(name), parameters[name] == nil else { continue }
      parameters[name] = sides.value.map(ASCII.trimmed)
    }
    let plain = parameters["filename"].flatMap(Self.plainValue)
    self.init(
      type: ASCII.lowercased(String(type)),
      fileName: parameters["filename*"].flatMap(Self.extendedValue).flatMap { $0.isEmpty ? nil : $0 } ?? plain
    )
  }

  /// The text of a token or a quoted string. Because many servers omit quotes, other text without a quote is accepted too.
  private static func plainValue(_ text: Substring) -> String? {
    HTTPQuoting.unquoted(text) ?? (text.utf8.contains(UInt8(ascii: "\"")) ? nil : String(text))
  }

  /// Decodes `charset'language'text`, where the text is percent-encoded (RFC 8187 §3.2.1). Returns nil for another charset.
  private static func extendedValue(_ text: Substring) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard parts.count == 3, let bytes = unescaped(parts[2]) else { return nil }
    switch ASCII.lowercased(String(parts[0])) {
    case "utf-8", "utf8": return String(validUTF8: bytes)
    case "iso-8859-1": return String(data: bytes, encoding: .isoLatin1)
    default: return nil
    }
  }

  private static func unescaped(_ text: Substring) -> Data? {
    var bytes = Data()
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let escaped = Hexadecimal.byte(rest.prefix(2)) else { return nil }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

/// Creates safe file names from text that a server sent: a name cannot leave its folder or hide its extension.
///
/// The functions compare Unicode scalars: a slash followed by a combining mark is one character, but the file system still
/// sees a slash.
enum FileName {
  /// The longest name that file systems accept, in bytes of UTF-8.
  private static let limit = 255
  /// The longest extension that is kept when a name is shortened, in bytes with its dot.
  private static let longestSuffix = 16

  /// Returns the last path component of `text` as a safe file name (RFC 6266 §4.3); nil if nothing is left of it.
  ///
  /// Invisible scalars are removed, such as direction marks, which can display `gpj.exe` reversed. Characters that Windows
  /// reserves (`:`, `*`) become underscores, and a device name (`CON`) gets one in front. Dots and white space are removed
  /// at the start, where a dot hides a file, and at the end, where Windows drops them.
  static func sanitized(_ text: String) -> String? {
    var name = String.UnicodeScalarView()
    for scalar in readable(lastComponent(of: text)) where isVisible(scalar) {
      name.append(isMeaningful(scalar) ? "_" : scalar)
    }
    name = trimmed(name)
    if isDevice(name) { name.insert("_", at: name.startIndex) }
    // Trimmed last, because shortening can leave a dot or a space at the end.
    name = trimmed(shortened(name))
    return name.isEmpty ? nil : String(name)
  }

  /// The text after the last slash or backslash that does not end the text.
  private static func lastComponent(of text: String) -> Substring.UnicodeScalarView {
    let isSlash = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    guard let last = text.utf8.lastIndex(where: { !isSlash($0) }) else { return Substring().unicodeScalars }
    let component = text.utf8[...last]
    let start = component.lastIndex(where: isSlash).map { component.index(after: $0) } ?? component.startIndex
    return Substring(component[start...]).unicodeScalars
  }

  /// The part of a component that a name is made of: of a very long one the start and the end, where the extension is.
  private static func readable(_ component: Substring.UnicodeScalarView) -> some Sequence<Unicode.Scalar> {
    let start = component.prefix(8 * limit)
    let end = component[start.endIndex...].suffix(longestSuffix)
    return [start, end].joined()
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  private static func isMeaningful(_ scalar: Unicode.Scalar) -> Bool {
    "<>:\"|?*".unicodeScalars.contains(scalar)
  }

  private static func trimmed(_ name: String.UnicodeScalarView) -> String.UnicodeScalarView {
    let isEdge = { (scalar: Unicode.Scalar) in scalar == "." || scalar.properties.isWhitespace }
    let start = name.drop(while: isEdge)
    let end = start.lastIndex { !isEdge($0) }.map { start.index(after: $0) } ?? start.startIndex
    return String.UnicodeScalarView(start[..<end])
  }

  /// True if Windows treats the name as a device, with any extension.
  private static func isDevice(_ name: String.UnicodeScalarView) -> Bool {
    let stem = trimmed(String.UnicodeScalarView(name.prefix { $0 != "." }))
    let word = ASCII.lowercased(String(stem))
    if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(word) { return true }
    guard word.unicodeScalars.count == 4, word.hasPrefix("com") || word.hasPrefix("lpt") else { return false }
    return word.unicodeScalars.last.map { "0123456789¹²³".unicodeScalars.contains($0) } ?? false
  }

  /// The name shortened to `limit` bytes, with an extension of up to `longestSuffix` bytes kept.
  private static func shortened(_ name: String.UnicodeScalarView) -> String.UnicodeScalarView {
    var count = bytes(name[...])
    guard count > limit else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let suffix = bytes(name[dot...]) <= longestSuffix ? name[dot...] : name[name.endIndex...]
    var stem = name[..<suffix.startIndex]
    while count > limit, let last = stem.popLast() { count -= UTF8.width(last) }
    return String.UnicodeScalarView(stem + suffix)
  }

  private static func bytes(_ scalars: Substring.UnicodeScalarView) -> Int {
    scalars.reduce(0) { $0 + UTF8.width($1) }
  }
}
