/// Makes the name of a file of what a server says: one that stays in the folder it is put in, and does not deceive.
///
/// It compares Unicode scalars: a slash followed by a combining mark is one character, but the file system still sees a
/// slash.
enum FileName {
  /// What file systems take, in bytes of UTF-8.
  private static let limit = 255
  /// The longest extension that is kept when a name is shortened, with its dot.
  private static let longestSuffix = 16

  /// The last component of `text` as a name; nil where nothing is left of it (RFC 6266 §4.3).
  ///
  /// Scalars that can't be seen are left out, as marks of writing direction, which can show `gpj.exe` the other way round.
  /// What Windows has a meaning for (`:`, `*`, `CON`) gets an underscore. Dots at the start, which hide a file, go, as do
  /// dots and white space at the end, which Windows drops.
  static func sanitized(_ text: String) -> String? {
    let last = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? Substring.UnicodeScalarView()
    var name = String.UnicodeScalarView()
    for scalar in last where isVisible(scalar) { name.append(isMeaningful(scalar) ? "_" : scalar) }
    name = trimmed(name)
    if isDevice(name) { name.insert("_", at: name.startIndex) }
    // Last, for what is cut off may bare a dot or a space.
    name = trimmed(shortened(name))
    return name.isEmpty ? nil : String(name)
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

  /// Whether Windows takes the name for a device, whatever its extension.
  private static func isDevice(_ name: String.UnicodeScalarView) -> Bool {
    let stem = trimmed(String.UnicodeScalarView(name.prefix { $0 != "." }))
    let word = ASCII.lowercased(String(stem))
    if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(word) { return true }
    guard word.unicodeScalars.count == 4, word.hasPrefix("com") || word.hasPrefix("lpt") else { return false }
    return word.unicodeScalars.last.map { "0123456789¹²³".unicodeScalars.contains($0) } ?? false
  }

  /// The name with as much of its beginning as there is room for; the extension stays.
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
