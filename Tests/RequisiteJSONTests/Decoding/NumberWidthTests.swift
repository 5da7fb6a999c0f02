import Foundation
import RequisiteJSON
import Testing

/// Numbers of every width, in every place that a container has for them: each is an overload of its own.
@Suite("RequisiteJSON: numbers of every width")
struct NumberWidthTests {
  private static let values = [
    "0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769", "65536",
    "2147483648",
    "-2147483649", "4294967296", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "170141183460469231731687303715884105728",
    "340282366920938463463374607431768211456", "0.5", "1e2", "null", "\"1\"", "true",
  ]

  @Test("as members, present or not, numbers are read and written as with Foundation, with the same errors")
  func members() throws {
    for name in Numbers.names {
      for value in Self.values {
        try Self.compare(Numbers.self, Numbers.object(with: value, for: name))
        try Self.compare(Optionals.self, #"{"\#(name)": \#(value)}"#)
      }
    }
  }

  @Test("numbers of many digits are read as with Foundation, with any character in the place of each digit")
  func manyDigits() throws {
    for number in ["1234567.8901234567", "0.000000012345678901234", "-90071992547409931.25"] {
      for place in number.utf8.indices {
        for character in "0/:9.+- " {
          let text = number.replacingCharacters(in: place...place, with: String(character))
          try Self.compare([Double].self, "[\(text)]")
        }
      }
    }
  }

  @Test(
    "as elements and as single values, numbers are read and written as with Foundation, with the same errors")
  func elements() throws {
    for index in Numbers.names.indices {
      for value in Self.values {
        var list = Numbers.names.map { _ in "0" }
        list[index] = value
        let text = "[" + list.joined(separator: ",") + "]"
        try Self.compare(Elements.self, text)
        try Self.compare(Singles.self, text)
      }
    }
  }

  private static func compare<T: Codable & Equatable>(_ type: T.Type, _ text: String) throws {
    let (data, foundation) = (Data(text.utf8), JSONEncoder())
    foundation.outputFormatting = .sortedKeys
    var (ours, theirs): (T?, T?)
    let outcomes = (
      Outcome.of {
        ours = try JSONCoding().decode(type, from: data)
        return "read"
      },
      Outcome.of {
        theirs = try JSONDecoder().decode(type, from: data)
        return "read"
      }
    )
    #expect(outcomes.0 == outcomes.1, "\(type): \(text)")
    #expect(ours == theirs, "\(type): \(text)")
    guard let ours else { return }
    var coding = JSONCoding()
    coding.output = .sortedKeys
    #expect(try coding.encode(ours) == foundation.encode(ours), "\(type): \(text)")
  }
}

private struct Numbers: Codable, Equatable {
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var int = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var uint: UInt = 0
  var float: Float = 0
  var double = 0.0

  static let names = Mirror(reflecting: Numbers()).children.compactMap(\.label)

  static func object(with value: String, for name: String) -> String {
    "{" + names.map { "\"\($0)\": \($0 == name ? value : "0")" }.joined(separator: ", ") + "}"
  }
}

private struct Optionals: Codable, Equatable {
  var int8: Int8?
  var int16: Int16?
  var int32: Int32?
  var int64: Int64?
  var int: Int?
  var uint8: UInt8?
  var uint16: UInt16?
  var uint32: UInt32?
  var uint64: UInt64?
  var uint: UInt?
  var float: Float?
  var double: Double?
}

private struct Elements: Codable, Equatable {
  var numbers = Numbers()

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    numbers.int8 = try list.decode(Int8.self)
    numbers.int16 = try list.decode(Int16.self)
    numbers.int32 = try list.decode(Int32.self)
    numbers.int64 = try list.decode(Int64.self)
    numbers.int = try list.decode(Int.self)
    numbers.uint8 = try list.decode(UInt8.self)
    numbers.uint16 = try list.decode(UInt16.self)
    numbers.uint32 = try list.decode(UInt32.self)
    numbers.uint64 = try list.decode(UInt64.self)
    numbers.uint = try list.decode(UInt.self)
    numbers.float = try list.decode(Float.self)
    numbers.double = try list.decode(Double.self)
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(numbers.int8)
    try list.encode(numbers.int16)
    try list.encode(numbers.int32)
    try list.encode(numbers.int64)
    try list.encode(numbers.int)
    try list.encode(numbers.uint8)
    try list.encode(numbers.uint16)
    try list.encode(numbers.uint32)
    try list.encode(numbers.uint64)
    try list.encode(numbers.uint)
    try list.encode(numbers.float)
    try list.encode(numbers.double)
  }
}

/// The numbers of an array, each read and written by a single-value container.
private struct Singles: Codable, Equatable {
  var numbers = Numbers()

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    func next() throws -> any SingleValueDecodingContainer { try list.superDecoder().singleValueContainer() }
    numbers.int8 = try next().decode(Int8.self)
    numbers.int16 = try next().decode(Int16.self)
    numbers.int32 = try next().decode(Int32.self)
    numbers.int64 = try next().decode(Int64.self)
    numbers.int = try next().decode(Int.self)
    numbers.uint8 = try next().decode(UInt8.self)
    numbers.uint16 = try next().decode(UInt16.self)
    numbers.uint32 = try next().decode(UInt32.self)
    numbers.uint64 = try next().decode(UInt64.self)
    numbers.uint = try next().decode(UInt.self)
    numbers.float = try next().decode(Float.self)
    numbers.double = try next().decode(Double.self)
  }

  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    func write(_ body: (inout any SingleValueEncodingContainer) throws -> Void) throws {
      var value = list.superEncoder().singleValueContainer()
      try body(&value)
    }
    try write { try $0.encode(numbers.int8) }
    try write { try $0.encode(numbers.int16) }
    try write { try $0.encode(numbers.int32) }
    try write { try $0.encode(numbers.int64) }
    try write { try $0.encode(numbers.int) }
    try write { try $0.encode(numbers.uint8) }
    try write { try $0.encode(numbers.uint16) }
    try write { try $0.encode(numbers.uint32) }
    try write { try $0.encode(numbers.uint64) }
    try write { try $0.encode(numbers.uint) }
    try write { try $0.encode(numbers.float) }
    try write { try $0.encode(numbers.double) }
  }
}
