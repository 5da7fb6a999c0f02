import Foundation

/// Types as programs have them, most with the `Codable` that the compiler writes.
enum Shapes {
  enum Suit: String, Codable, CodingKeyRepresentable, CodingKey { case hearts, spades, clubsAndMore }
  enum Level: Int, Codable, Hashable { case low = 1, high = 10 }

  struct Plain: Codable {
    var id: Int
    var name: String
    var isOpen: Bool?
    var createdAt: Date
    var homeURL: URL?
    var payload: Data?
    var price: Decimal
    var ratio: Float
    var suit: Suit
    var level: Level?
  }

  struct IntegerKeys: Codable {
    enum CodingKeys: Int, CodingKey { case one = 1, two = 2 }
    var one: Int
    var two: String?
  }

  struct RenamedKeys: Codable {
    enum CodingKeys: String, CodingKey {
      case a = "quote\"d", b = "slash/ed", c = "", d = "ünïcode", e = "line\nbreak", f = "snake_case"
    }
    var a: Int?
    var b: Int?
    var c: Int?
    var d: Int?
    var e: Int?
    var f: Int?
  }

  /// Eight integers and two floating-point numbers, each of a width of its own.
  struct Widths: Codable {
    var a: Int8
    var b: Int16
    var c: Int32
    var d: Int64
    var e: UInt8?
    var f: UInt16?
    var g: UInt32?
    var h: UInt64?
    var i: Float?
    var j: UInt
    var k: [UInt8]
    var l: [Float]
    var m: [Bool]
    var n: [Int64?]
  }

  indirect enum Command: Codable {
    case stop
    case move(Int, Int)
    case say(text: String, times: Int?)
    case all([Command])
    case one(Command)
  }

  struct Page<Item: Codable>: Codable {
    var items: [Item]
    var next: Item?
    var byName: [String: Item]
  }

  final class Tree: Codable {
    var value: Int?
    var children: [Tree]?
    var left: Tree?
  }

  @propertyWrapper struct Boxed<Value: Codable>: Codable {
    var wrappedValue: Value
  }

  /// Reads a number also from a string.
  @propertyWrapper struct Lenient: Codable {
    var wrappedValue: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        wrappedValue = number
      } else {
        wrappedValue = try Int(container.decode(String.self)) ?? -1
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrappedValue)
    }
  }

  struct Wrapped: Codable {
    @Boxed var count: Int
    @Boxed var name: String?
    @Lenient var number: Int
  }

  struct Keyed: Codable {
    var bySuit: [Suit: Int]?
    var byLevel: [Level: Int]?
    var byNumber: [Int: String]?
    var byID: [UUID: Bool]?
    var byDate: [Date: Int]?
    var nested: [String: [String: Date]]?
    var optional: [String: Int?]?
  }

  struct Collections: Codable {
    var set: Set<String>?
    var contiguous: ContiguousArray<Double>?
    var range: Range<Int>?
    var closed: ClosedRange<Double>?
    var from: PartialRangeFrom<Int>?
    var deep: [[[Int?]]]?
    var dates: [Date]?
    var urls: [URL?]?
    var data: [Data]?
    var decimals: [Decimal]?
    var maybe: Int??
  }
}
