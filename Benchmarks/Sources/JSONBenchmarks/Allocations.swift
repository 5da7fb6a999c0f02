import AllocationCounter
import Foundation
import RequisiteJSON

/// The calls of malloc that decoding and encoding one document take, and the memory beyond its value.
struct Allocations {
  let decoding: Int
  let encoding: Int
  /// The most memory in use while decoding, without the value and the text, as a multiple of the text's bytes.
  let memory: Double
  let objects: Int
  let strings: Int

  init<T: Codable>(_ value: T, text: Data) throws {
    let coding = JSONCoding()
    // Once before: types are looked up for the first time only once in a process.
    _ = try (coding.decode(T.self, from: text), coding.encode(value))
    (decoding, memory) = try Self.decoding(T.self, text, coding)
    encoding = try Self.count { _ = try coding.encode(value) }
    (objects, strings) = Self.contents(try JSONValue(json: text))
  }

  /// The allocations for each object, those of its strings left out.
  var perObject: Double { objects == 0 ? 0 : Double(decoding - strings) / Double(objects) }

  private static func decoding<T: Codable>(
    _ type: T.Type, _ text: Data, _ coding: JSONCoding
  ) throws -> (Int, Double) {
    var values: [T] = []
    values.reserveCapacity(1)
    let before = allocation_counter_live()
    allocation_counter_reset_peak()
    let count = try count { values.append(try coding.decode(type, from: text)) }
    let beyond = allocation_counter_peak() - max(allocation_counter_live(), before)
    return (count, Double(beyond) / Double(text.count))
  }

  private static func count(_ body: () throws -> Void) rethrows -> Int {
    let before = allocation_counter_count()
    try body()
    return Int(allocation_counter_count() - before)
  }

  /// How many objects and strings are in a text, keys left out.
  private static func contents(_ value: JSONValue) -> (objects: Int, strings: Int) {
    switch value {
    case .string: (0, 1)
    case .array(let elements): sum(elements, (0, 0))
    case .object(let members): sum(members.map(\.value), (1, 0))
    default: (0, 0)
    }
  }

  private static func sum(
    _ elements: [JSONValue], _ own: (objects: Int, strings: Int)
  ) -> (objects: Int, strings: Int) {
    elements.reduce(own) { sum, element in
      let found = contents(element)
      return (sum.objects + found.objects, sum.strings + found.strings)
    }
  }
}
