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

  /// Reads a JSON text in UTF-8, UTF-16 or UTF-32, like ``init(json:)-(String)``, and throws the same errors.
  public init(json text: Data) throws {
    let top = try JSONElement(text)
    self = try top.document.json(at: top.node)
  }

  /// Creates the value that `value` is encoded to.
  ///
  /// - Parameter coding: The settings; by default those of `JSONCoding()`, because a value does not know of a client's.
  /// - Throws: What ``JSONCoding/encode(_:)`` throws.
  public init(encoding value: some Encodable, with coding: JSONCoding = JSONCoding()) throws {
    try self.init(json: coding.encode(value))
  }

  /// Decodes a type from the value, as in `try call.input.decoded(as: Place.self)`.
  ///
  /// - Parameter coding: The settings; by default those of `JSONCoding()`, because a value does not know of a client's.
  /// - Throws: What ``JSONCoding/decode(_:from:)-(_,Data)`` throws.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, with coding: JSONCoding = JSONCoding()
  ) throws -> Value {
    try coding.decode(type, from: JSONCoding().encode(self))
  }
}

extension Document {
  /// The value at a node, of any kind. The first of repeated keys counts.
  fileprivate func json(at index: Int) throws -> JSONValue {
    switch self[index].kind {
    case Node.Kind.null: return .null
    case Node.Kind.false: return .bool(false)
    case Node.Kind.true: return .bool(true)
    case Node.Kind.number: return .number(JSONValue.Number(checked: try numberText(at: index)))
    case Node.Kind.array: return .array(try values(of: index) { try json(at: $0) })
    case Node.Kind.object:
      var members: [(String, JSONValue)] = []
      try forEachMember(of: index) { members.append((try string(at: $0), try json(at: $1))) }
      return .object(JSONValue.Object(members))
    default: return .string(try string(at: index))
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

extension JSONValue: Codable {
  /// Reads a value of any kind. ``JSONCoding`` keeps the order of members and the digits of numbers; other decoders do not
  /// reveal them.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = try decoder.document.json(at: decoder.node)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = Self.attempt(Bool.self, in: container) {
      self = .bool(value)
    } else if let value = Self.attempt(Int.self, in: container) {
      self = .int(value)
    } else if let value = Self.attempt(UInt64.self, in: container) {
      self = .int(value)
    } else if let value = Self.attempt(Double.self, in: container) {
      self = .double(value)
    } else if let value = Self.attempt(String.self, in: container) {
      self = .string(value)
    } else if let value = Self.attempt([JSONValue].self, in: container) {
      self = .array(value)
    } else {
      self = .object(Object(try container.decode([String: JSONValue].self).map { ($0.key, $0.value) }))
    }
  }

  /// Returns nil if the value is of another type. A decoder offers no other way to ask for the type.
  private static func attempt<Value: Decodable>(
    _ type: Value.Type, in container: any SingleValueDecodingContainer
  ) -> Value? {
    do { return try container.decode(type) } catch { return nil }
  }

  /// Writes the value. ``JSONCoding`` keeps the order of members and the digits of numbers.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number that is infinite or not a number.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ValueEncoder {
      return try encoder.writer.scalar(in: encoder.frame) { try encoder.writer.write(self) }
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members.dictionary)
    case .number(let number): try number.encode(to: &container)
    }
  }
}

extension JSONValue.Number {
  fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
    if let value = Int(text) { return try container.encode(value) }
    if let value = UInt64(text) { return try container.encode(value) }
    guard isFinite, text.utf8.count > 17 else { return try container.encode(double) }
    try container.encode(decimal)
  }
}

extension Writer {
  /// Writes the text of a value, in which objects need no check for repeated keys.
  fileprivate func write(_ value: JSONValue, within outer: Int = 0) throws {
    guard depth + outer < Scanner.deepest else {
      throw EncodingError.invalid(value, at: path, "Arrays and objects are nested deeper than 511.")
    }
    switch value {
    case .null: output.append("null")
    case .bool(let flag): write(flag)
    case .string(let text): write(text)
    case .number(let number):
      guard number.isFinite else { throw nonConforming("number \(number)", value, at: nil) }
      output.append(ascii: number.text)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        try write(element, within: outer + 1)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        write(member.key)
        output.append(UInt8(ascii: ":"))
        try write(member.value, within: outer + 1)
      }
      output.append(UInt8(ascii: "}"))
    }
  }
}

extension JSONValue {
  /// A number of JSON, which keeps its digits: a 64-bit id and an amount of money stay as they were written.
  public struct Number: Sendable {
    /// The number as it is written in JSON.
    public let text: String

    /// A number without a fraction.
    public init(_ value: some BinaryInteger) { text = "\(value)" }

    /// A number with a fraction. One that is infinite or not a number cannot be encoded.
    public init(_ value: Double) { text = "\(value)" }

    /// A decimal number, with all of its digits.
    public init(_ value: Decimal) { text = value.description }

    init(checked text: String) { self.text = text }

    /// The number, if it is whole and fits; otherwise nil.
    public var int: Int? { Int(text) ?? Double(text).flatMap { Int(exactly: $0) } }
    /// The nearest `Double`; infinite if the number is out of range.
    public var double: Double { Double(text) ?? .nan }
    /// The number as a `Decimal`, which holds 38 digits; not a number if it is out of range.
    public var decimal: Decimal { Decimal(string: text, locale: nil) ?? .nan }

    /// True unless the number came from a `Double` or `Decimal` that JSON cannot represent, whose text ends in a letter.
    var isFinite: Bool { text.utf8.last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }
  }
}

extension JSONValue.Number: Hashable {
  /// True if both are the same number, whatever its notation: 1, 1.0 and 1e0 are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.text == right.text || left.value == right.value
  }

  /// Hashes the number, not its notation.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// The number in its shortest notation: ± digits × 10^exponent, without zeros at either end of the digits.
  private var value: Value {
    let (mantissa, power) = parts
    var digits = mantissa.utf8.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let fraction = mantissa.utf8.firstIndex(of: UInt8(ascii: "."))
      .map { mantissa.utf8.distance(from: $0, to: mantissa.utf8.endIndex) - 1 }
    var exponent = power - (fraction ?? 0)
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    let significant = Array(digits.drop { $0 == UInt8(ascii: "0") })
    guard !significant.isEmpty else { return Value(isNegative: false, digits: [], exponent: 0) }
    return Value(isNegative: text.hasPrefix("-"), digits: significant, exponent: exponent)
  }

  /// The text before the exponent, and the exponent, as far as an `Int` holds it.
  private var parts: (mantissa: Substring, power: Int) {
    let parts = text.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    guard parts.count == 2, let mantissa = parts.first, let power = parts.last else { return (text[...], 0) }
    // Numbers with exponents that no computer holds are all alike.
    let bound = power.hasPrefix("-") ? Int.min / 2 : Int.max / 2
    return (mantissa, Int(power) ?? bound)
  }

  private struct Value: Hashable {
    var isNegative: Bool
    var digits: [UInt8]
    var exponent: Int
  }
}

extension JSONValue.Number: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, CustomStringConvertible {
  /// A number without a fraction.
  public init(integerLiteral value: Int) { self.init(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self.init(value) }
  /// The number as it is written in JSON.
  public var description: String { text }
}
