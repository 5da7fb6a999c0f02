/// A body as a ``Recording`` keeps it: in the form that people read best.
public struct RecordedBody: Sendable, Equatable {
  enum Content: Equatable {
    case none
    /// JSON. Its members are sorted and its white space is gone; numbers are kept to 38 digits.
    case json(JSONDocument)
    case text(String)
    case base64(Data)
    /// Left out, with the reason.
    case omitted(String)
  }

  let content: Content

  /// No body, or an empty one.
  public static let none = RecordedBody(content: .none)

  /// Makes a body of text; an empty one is ``none``.
  public static func text(_ text: String) -> RecordedBody {
    RecordedBody(content: text.isEmpty ? .none : .text(text))
  }

  /// The bytes of a JSON document; text if they are malformed.
  public static func json(_ data: Data) -> RecordedBody { RecordedBody(data, type: .json) }

  /// Bytes, in the form that their type allows: JSON as such, other text as text, and else in base 64.
  public init(_ data: Data, type: MediaType?) {
    guard !data.isEmpty else {
      self = .none
      return
    }
    if type?.isJSON == true, let document = Self.document(data) {
      content = .json(document)
    } else if let text = String(data: data, encoding: .utf8),
      !text.unicodeScalars.contains(where: Self.isBinary)
    {
      content = .text(text)
    } else {
      content = .base64(data)
    }
  }

  init(content: Content) {
    self.content = content
  }

  /// The bytes to answer with.
  var data: Data {
    get throws {
      switch content {
      case .none, .omitted: Data()
      case .json(let document): try document.data
      case .text(let text): Data(text.utf8)
      case .base64(let data): data
      }
    }
  }

  private static func document(_ data: Data) -> JSONDocument? {
    do { return try JSONDocument(data) } catch { return nil }
  }

  private static func isBinary(_ character: Unicode.Scalar) -> Bool {
    character.value < 0x20 && !"\t\n\r".unicodeScalars.contains(character)
  }
}

extension RecordedBody: Codable {
  private enum CodingKeys: CodingKey { case json, text, lines, base64, omitted }

  /// Reads a body: an object with one member, whose name says how it is written.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    if members.contains(.json) {
      content = .json(try members.decode(JSONDocument.self, forKey: .json))
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

  /// Writes a body; text of several lines as such, so that a change shows in its line.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch content {
    case .none: try members.encode("", forKey: .text)
    case .json(let document): try members.encode(document, forKey: .json)
    case .base64(let data): try members.encode(data, forKey: .base64)
    case .omitted(let reason): try members.encode(reason, forKey: .omitted)
    case .text(let text):
      // By scalars: CR LF is one character.
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
