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
