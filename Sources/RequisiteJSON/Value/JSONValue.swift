/// A JSON value of any kind: for a body or a response without a type of its own, or for one member of a type that can hold
/// anything.
///
/// ```swift
/// let prompt = "Where does basil grow?"
/// let question: JSONValue = [
///   "model": "small", "stream": true,
///   "messages": [["role": "user", "content": .string(prompt)]],
/// ]
/// let answer: JSONValue = try await client.dispatch(
///   .post("/chat", body: question))
/// print(answer["choices"]?[0]?["text"]?.string ?? "no text")
/// ```
/// Objects keep the order of their members, from a literal or a text to what ``JSONCoding`` writes; numbers keep their
/// digits. Literals of all kinds are values, and so is `nil`, for `null`. A variable in a literal names its case, as in
/// `.string(prompt)`, `.int(count)`, `.double(price)` and `.bool(isDone)`.
///
/// Two values are equal if they mean the same: the order of members and the notation of numbers do not count.
public enum JSONValue: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number, with its digits as they are written.
  case number(Number)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, whose members are in order.
  case object(Object)

  /// A number without a fraction.
  public static func int(_ value: some BinaryInteger) -> JSONValue { .number(Number(value)) }

  /// A number with a fraction. Encoding one that is infinite or not a number throws an `EncodingError`.
  public static func double(_ value: Double) -> JSONValue { .number(Number(value)) }
}

// The value as a Swift type, or nil if it is of another kind.
extension JSONValue {
  /// The string; nil for values of other kinds.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, if it is a whole number that fits; otherwise nil.
  public var int: Int? { if case .number(let number) = self { number.int } else { nil } }

  /// The number, rounded to the nearest `Double`; nil for values of other kinds.
  public var double: Double? { if case .number(let number) = self { number.double } else { nil } }

  /// The Boolean; nil for values of other kinds.
  public var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  /// The elements of an array; nil for values of other kinds.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members of an object; nil for values of other kinds.
  public var object: Object? { if case .object(let members) = self { members } else { nil } }

  /// True for `null`.
  public var isNull: Bool { self == .null }

  /// A member of an object; nil if there is none, or the value is not an object.
  ///
  /// Setting a member of a value that is not an object makes it one. Setting nil removes the member; `.null` sets `null`.
  public subscript(key: String) -> JSONValue? {
    get { object?[key] }
    set {
      var members = object ?? Object()
      members[key] = newValue
      self = .object(members)
    }
  }

  /// An element of an array; nil if there is none, or the value is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension JSONValue {
  /// Reads a JSON text, such as the arguments of a tool call. If a key is repeated, its first value counts.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a text that is not JSON (RFC 8259) or is nested deeper than 512.
  public init(json text: String) throws { try self.init(json: Data(text.utf8)) }

  /// Reads a JSON text in UTF-8, UTF-16 or UTF-32, like ``init(json:)-(String)``.
  public init(json text: Data) throws { self = try JSONValue(JSONElement(text)) }

  /// Creates the value that `value` is encoded to.
  ///
  /// - Throws: What ``JSONCoding/encode(_:)`` throws.
  public init(encoding value: some Encodable, with coding: JSONCoding = JSONCoding()) throws {
    try self.init(json: coding.encode(value))
  }

  /// Decodes a type from the value, as in `try call.input.decoded(as: Place.self)`.
  ///
  /// - Throws: What ``JSONCoding/decode(_:from:)-(_,Data)`` throws.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, with coding: JSONCoding = JSONCoding()
  ) throws -> Value {
    try coding.decode(type, from: JSONCoding().encode(self))
  }

  init(_ element: JSONElement) throws {
    switch try element.content() {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let digits): self = .number(Number(checked: digits))
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(try elements.map { try JSONValue($0) })
    case .object(let members): self = .object(Object(try members.map { ($0.key, try JSONValue($0.value)) }))
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number without a fraction.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object, with its members in the order of the literal. If a key is repeated, its first value counts.
  public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(Object(members)) }
}

extension JSONValue: CustomStringConvertible {
  /// The JSON text, on one line; `(not JSON)` for a value with a number that JSON cannot represent.
  public var description: String {
    do {
      return String(decoding: try JSONCoding(output: .withoutEscapingSlashes).encode(self), as: UTF8.self)
    } catch {
      // Not the error, which quotes the value.
      return "(not JSON)"
    }
  }
}
