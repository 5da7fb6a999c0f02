import Foundation
import RequisiteJSON
import Testing

/// The index of an unkeyed container after an optional element was read.
@Suite struct UnkeyedIndexTests {
  /// The indices after reading each type from the start of an array, and whether that is its end.
  private struct Indices: Decodable {
    var text = ""

    init(from decoder: any Decoder) throws {
      func read<T>(_ body: (inout any UnkeyedDecodingContainer) throws -> T?) throws {
        var container = try decoder.unkeyedContainer()
        _ = try (body(&container), body(&container))
        text += "\(container.currentIndex) \(container.isAtEnd), "
      }
      try read { try $0.decodeIfPresent(Bool.self) }
      try read { try $0.decodeIfPresent(String.self) }
      try read { try $0.decodeIfPresent(Double.self) }
      try read { try $0.decodeIfPresent(Float.self) }
      try read { try $0.decodeIfPresent(Int.self) }
      try read { try $0.decodeIfPresent(Int8.self) }
      try read { try $0.decodeIfPresent(Int16.self) }
      try read { try $0.decodeIfPresent(Int32.self) }
      try read { try $0.decodeIfPresent(Int64.self) }
      try read { try $0.decodeIfPresent(UInt.self) }
      try read { try $0.decodeIfPresent(UInt8.self) }
      try read { try $0.decodeIfPresent(UInt16.self) }
      try read { try $0.decodeIfPresent(UInt32.self) }
      try read { try $0.decodeIfPresent(UInt64.self) }
      try read { try $0.decodeIfPresent(Date.self) }
      try read { try $0.decodeIfPresent([Int].self) }
      try read { try $0.decodeIfPresent([String: Int].self) }
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      try read { try $0.decodeIfPresent(Int128.self) }
      try read { try $0.decodeIfPresent(UInt128.self) }
    }
  }

  @Test(
    "An optional element advances the index as in JSONDecoder, also at the end",
    arguments: ["[]", "[null]", "[null,null]", "[null,null,null]"])
  func indices(text: String) throws {
    let ours = try JSONCoding().decode(Indices.self, from: Data(text.utf8)).text
    #expect(ours == (try JSONDecoder().decode(Indices.self, from: Data(text.utf8)).text))
  }
}
