/// The value of a `Content-Disposition` field: a type, and the name of a file where there is one (RFC 6266).
public struct ContentDisposition: Hashable, Sendable, CustomStringConvertible {
  /// `inline`, `attachment` or another token.
  public var type: String
  /// The name of the file, as people read it.
  public var fileName: String?

  /// Makes the value of its parts.
  public init(type: String, fileName: String? = nil) {
    self.type = type
    self.fileName = fileName
  }

  /// To be shown in place.
  public static let inline = ContentDisposition(type: "inline")

  /// To be saved, under that name.
  public static func attachment(fileName: String) -> ContentDisposition {
    ContentDisposition(type: "attachment", fileName: fileName)
  }

  /// The value as it goes on the wire; a name outside of ASCII in both notations, the extended one last.
  public var description: String {
    guard let fileName else { return type }
    let quoted = "\(type); filename=\"\(Self.quoted(fileName))\""
    guard !fileName.utf8.allSatisfy(ASCII.isPrintable) else { return quoted }
    let extended = PercentEncoding.escape(fileName, keeping: .attributeCharacters)
    return "\(quoted); filename*=UTF-8''\(extended)"
  }

  /// `name` as the inside of a quoted string (RFC 9110 §5.6.4), with `_` for what ASCII cannot say.
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

extension ContentDisposition {
  /// Reads the value of a field; nil where it does not even begin with a type.
  ///
  /// Of the two notations of a name, the extended one wins (RFC 6266 §4.3), whose charset is UTF-8 or ISO-8859-1
  /// (RFC 8187 §3.2). Parameters that are malformed or come a second time are passed over. The name is what the server
  /// says and may be anything: make it a ``fileName`` of your disk by ``DownloadedFile/suggestedFileName``.
  public init?(_ text: String) {
    let parts = HTTPQuoting.split(text, at: ";")
    guard let type = parts.first, Token.isValid(type) else { return nil }
    var parameters: [String: Substring] = [:]
    for part in parts.dropFirst() {
      let sides = ASCII.nameAndValue(part)
      let name = ASCII.lowercased(String(ASCII.trimmed(sides.name)))
      guard Token.isValid(name), parameters[name] == nil else { continue }
      parameters[name] = sides.value.map(ASCII.trimmed)
    }
    let plain = parameters["filename"].flatMap(Self.plainValue)
    self.init(
      type: ASCII.lowercased(String(type)),
      fileName: parameters["filename*"].flatMap(Self.extendedValue) ?? plain)
  }

  /// A token or a quoted string; as many servers leave quotes out, other text without any counts as well.
  private static func plainValue(_ text: Substring) -> String? {
    HTTPQuoting.unquoted(text) ?? (text.utf8.contains(UInt8(ascii: "\"")) ? nil : String(text))
  }

  /// `charset'language'text`, the text percent-encoded (RFC 8187 §3.2.1).
  private static func extendedValue(_ text: Substring) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
      .map { Substring($0) }
    guard parts.count == 3, let bytes = unescaped(parts[2]) else { return nil }
    switch ASCII.lowercased(String(parts[0])) {
    case "utf-8": return String(data: bytes, encoding: .utf8)
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
