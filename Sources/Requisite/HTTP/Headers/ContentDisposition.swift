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
    guard !fileName.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else { return quoted }
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
