/// Makes the name of a file of what a server says: one that stays in the folder it is put in, and does not deceive.
enum FileName {
  /// What file systems take, in bytes of UTF-8.
  private static let limit = 255

  /// The last component of `text`, without control characters, marks of writing direction (which can show
  /// `gpj.exe` the other way round), leading dots, and white space at its ends (RFC 6266 §4.3). nil where nothing is
  /// left.
  static func sanitized(_ text: String) -> String? {
    // By scalars: a slash and a combining mark behind it are one character, and no less a slash to the disk.
    let last = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? Substring.UnicodeScalarView()
    var name = String.UnicodeScalarView()
    name.append(contentsOf: last.filter { !isHidden($0) })
    while let first = name.first, first == "." || first.properties.isWhitespace { name.removeFirst() }
    while let end = name.last, end.properties.isWhitespace { name.removeLast() }
    let result = shortened(String(name))
    return result.isEmpty ? nil : result
  }

  private static func isHidden(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The name with as much of its beginning as there is room for; the extension stays.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > limit else { return name }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let suffix = name[dot...].utf8.count <= 16 ? name[dot...] : ""
    var stem = name[..<(suffix.isEmpty ? name.endIndex : dot)]
    while stem.utf8.count + suffix.utf8.count > limit { stem.removeLast() }
    return String(stem + suffix)
  }
}
