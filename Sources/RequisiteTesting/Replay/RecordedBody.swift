/// A body in a ``Recording``, in the form that is easiest to read.
public struct RecordedBody: Sendable, Equatable {
  enum Content: Equatable {
    case none
    /// A JSON document, without its white space.
    case json(JSONValue)
    case text(String)
    case base64(Data)
    /// A body that was not recorded, with the reason.
    case omitted(String)
  }

  let content: Content

  /// No body, or an empty one.
  public static let none = RecordedBody(content: .none)

  /// Makes a body from text; empty text makes ``none``.
  public static func text(_ text: String) -> RecordedBody {
    RecordedBody(content: text.isEmpty ? .none : .text(text))
  }

  /// Makes a body from a JSON document; malformed bytes become text or base 64.
  public static func json(_ data: Data) -> RecordedBody { RecordedBody(data, type: .json) }

  /// The bytes of the body in a response.
  var data: Data {
    get throws {
      switch content {
      case .none, .omitted: Data()
      case .json(let document): try document.sortedText
      case .text(let text): Data(text.utf8)
      case .base64(let data): data
      }
    }
  }
}

extension RecordedBody {
  /// Makes a body from bytes: as JSON if the type is JSON, as text if they are UTF-8 without control characters, and
  /// otherwise as base 64.
  public init(_ data: Data, type: MediaType?) {
    guard !data.isEmpty else {
      self = .none
      return
    }
    if type?.isJSON == true, let document = Self.document(data) {
      content = .json(document)
    } else if let text = String(validUTF8: data),
      !text.unicodeScalars.contains(where: Self.isBinary)
    {
      content = .text(text)
    } else {
      content = .base64(data)
    }
  }

  private static func document(_ data: Data) -> JSONValue? {
    do { return try JSONValue(json: data) } catch { return nil }
  }

  private static func isBinary(_ character: Unicode.Scalar) -> Bool {
    character.value < 0x20 && !"\t\n\r".unicodeScalars.contains(character)
  }
}

extension RecordedBody: Codable {
  private enum CodingKeys: CodingKey { case json, text, lines, base64, omitted }

  /// Reads a body: an object with one member, whose name is the form.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    if members.contains(.json) {
      content = .json(try members.decode(JSONValue.self, forKey: .json))
    } else if let text = try members.decodeIfPresent(String.self, forKey: .text) {
      content = .text(text)
    } else if let lines = try members.decodeIfPresent([String].self, forKey: .lines) {
      content = .text(lines.joined(separator: "\n"))
    } else if let data = try members.decodeIfPresent(Data.self, forKey: .base64) {
      content = .base64(data)
    } else {
      content = .omitted(try members.decode(String.self, forKey: .omitted))
    }
  }

  /// Writes a body. Text of several lines becomes an array of lines, so that a diff shows which line changed.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch content {
    case .none: try members.encode("", forKey: .text)
    case .json(let document): try members.encode(document, forKey: .json)
    case .base64(let data): try members.encode(data, forKey: .base64)
    case .omitted(let reason): try members.encode(reason, forKey: .omitted)
    case .text(let text):
      // Splits scalars, not characters: CR LF is one Character.
      let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init)
      if lines.count > 1 {
        try members.encode(lines, forKey: .lines)
      } else {
        try members.encode(text, forKey: .text)
      }
    }
  }
}
