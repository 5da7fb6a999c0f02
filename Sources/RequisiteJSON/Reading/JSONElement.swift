/// A value in a JSON text, read in place. Members keep the order of the text, and numbers their digits.
///
/// `init(_:)` reads only the structure; `content()` checks and makes strings and numbers.
package struct JSONElement {
  let document: Document
  let node: Int

  /// One level of a value.
  package enum Content {
    /// The literal `null`, which stands for no value.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number, as it is written in the text.
    case number(String)
    /// A string, its escapes resolved.
    case string(String)
    /// The elements of an array.
    case array([JSONElement])
    /// The members of an object, in the order of the text, repeated keys included.
    case object([(key: String, value: JSONElement)])
  }

  /// Reads the structure of a text that is one JSON value by the grammar of RFC 8259, nested 512 deep at most.
  ///
  /// The text may be UTF-8, UTF-16 or UTF-32. It is copied once.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, which names the byte at fault.
  package init(_ text: Data) throws {
    self = try text.withUnsafeBytes { bytes in
      try TextEncoding.withUTF8(bytes) { try JSONElement($0, isStrict: true) }
    }
  }

  /// Reads the structure of UTF-8 text. Unless `isStrict`, a comma may stand before a closing bracket.
  package init(_ text: UnsafeBufferPointer<UInt8>, isStrict: Bool) throws {
    document = Document(length: text.count)
    try document.scan(text, isStrict: isStrict)
    document.endReading(isHeld: true)
    node = 0
  }

  /// The value at the place of a decoder of this module. Returns nil for other decoders.
  package init?(_ decoder: any Decoder) {
    guard let decoder = decoder as? ValueDecoder else { return nil }
    self.init(document: decoder.document, node: decoder.node)
  }

  init(document: Document, node: Int) {
    self.document = document
    self.node = node
  }

  /// Reads one level: a scalar, or the elements or members to be read in turn.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a number or string that is malformed, keys included.
  package func content() throws -> Content {
    switch document[node].kind {
    case Node.Kind.null: return .null
    case Node.Kind.false: return .bool(false)
    case Node.Kind.true: return .bool(true)
    case Node.Kind.number: return .number(try document.numberText(at: node))
    case Node.Kind.array: return .array(elements)
    case Node.Kind.object: return .object(try members)
    default: return .string(try document.string(at: node))
    }
  }

  /// Decodes the value by the settings of the decoder it came from.
  package func decoded<T: Decodable>(as type: T.Type) throws -> T { try document.decode(type, at: node) }

  private var elements: [JSONElement] {
    var elements: [JSONElement] = []
    elements.reserveCapacity(document.memberCount(of: node))
    document.forEachElement(of: node) { elements.append(JSONElement(document: document, node: $0)) }
    return elements
  }

  private var members: [(key: String, value: JSONElement)] {
    get throws {
      var members: [(key: String, value: JSONElement)] = []
      members.reserveCapacity(document.memberCount(of: node))
      try document.forEachMember(of: node) { key, value in
        members.append((try document.string(at: key), JSONElement(document: document, node: value)))
      }
      return members
    }
  }
}
