import Foundation
import RequisiteJSON
import Testing

/// Decoders and containers that outlive `init(from:)`, and those for missing values.
@Suite struct ContainerTests {
  private struct Kept: Decodable {
    let decoder: any Decoder
    let container: KeyedDecodingContainer<Probe.Key>

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: Probe.Key.self)
    }

    func value(_ name: String) throws -> String {
      try container.decode(String.self, forKey: Probe.Key(stringValue: name))
    }
  }

  @Test("Containers that are kept after decoding read their own objects, although the data is released")
  func containersOutliveTheCall() throws {
    func decode() throws -> [Kept] {
      let text = #"[{"a":"one","b":[1]},{"a":"two","b":{"a":"inner"}},{"c":"three"}]"#
      return try JSONCoding().decode([Kept].self, from: Data(text.utf8))
    }
    let kept = try decode()
    #expect(try kept[0].value("a") == "one")
    #expect(try kept[1].value("a") == "two")
    #expect(try kept[2].value("c") == "three")
    #expect(throws: DecodingError.self) { try kept[2].value("a") }
    let inner = try kept[1].container.nestedContainer(
      keyedBy: Probe.Key.self, forKey: Probe.Key(stringValue: "b"))
    #expect(inner.codingPath.map(\.stringValue) == ["Index 1", "b"])
    let again = try kept[0].decoder.container(keyedBy: Probe.Key.self)
    #expect(again.allKeys.map(\.stringValue) == ["a", "b"])
  }

  private struct Parent: Decodable {
    let missing: String
    let isNil: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Probe.Key.self)
      let missing = try container.superDecoder(forKey: Probe.Key(stringValue: "missing"))
      self.missing = missing.codingPath.map(\.stringValue).joined(separator: "/")
      isNil = try container.superDecoder().singleValueContainer().decodeNil()
    }
  }

  @Test("A super decoder for a missing key reads null, at the path of that key")
  func superDecoderOfAMissingKey() throws {
    let parents = try JSONCoding().decode([Parent].self, from: Data(#"[{},{"super":1}]"#.utf8))
    #expect(parents.map(\.missing) == ["Index 0/missing", "Index 1/missing"])
    #expect(parents.map(\.isNil) == [true, false])
  }

  private struct Lossy: Decodable {
    let value: Int?
    init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Int.self) }
  }

  @Test("A list of which every element fails takes time in proportion to its length")
  func failingElementsAreNotQuadratic() throws {
    let count = 200_000
    let text = "[" + Array(repeating: "\"x\"", count: count).joined(separator: ",") + "]"
    let values = try JSONCoding().decode([Lossy].self, from: Data(text.utf8))
    #expect(values.count == count && values.allSatisfy { $0.value == nil })
  }

  @Test("An object with many keys, read in the opposite order, takes time in proportion to its length")
  func manyKeysAreNotQuadratic() throws {
    struct Reversed: Decodable {
      let sum: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Probe.Key.self)
        sum = try container.allKeys.reversed().reduce(0) { try $0 + container.decode(Int.self, forKey: $1) }
      }
    }
    let count = 50_000
    let members = (0..<count).map { "\"key\($0)\":1" }.joined(separator: ",")
    #expect(try JSONCoding().decode(Reversed.self, from: Data("{\(members)}".utf8)).sum == count)
  }

  @Test("Objects of one type are read with their keys in any order, with some left out and with others")
  func keysInAnyOrder() throws {
    struct Members: Decodable {
      let values: [Int?]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Probe.Key.self)
        values = try (0..<70).map {
          try container.decodeIfPresent(Int.self, forKey: Probe.Key(stringValue: "key\($0)"))
        }
      }
    }
    let objects = (0..<300).map { _ in
      Array((0..<80).shuffled().prefix(.random(in: 0...70)))
    }
    let texts = objects.map { "{" + $0.map { #""key\#($0)":\#($0)"# }.joined(separator: ",") + "}" }
    let text = Data("[\(texts.joined(separator: ","))]".utf8)
    let found = try JSONCoding().decode([Members].self, from: text).map(\.values)
    #expect(found == objects.map { keys in (0..<70).map { keys.contains($0) ? $0 : nil } })
  }

  @Test("An error's description names the place of a malformed number, whose coding path is empty")
  func malformedNumbersAreNamed() {
    do {
      _ = try JSONCoding().decode([String: [Double]].self, from: Data(#"{"sizes":[1, 2.]}"#.utf8))
      Issue.record("no error")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.isEmpty)
      #expect(context.debugDescription.contains("sizes.Index 1"))
    } catch {
      Issue.record(error)
    }
  }

  @Test(
    "A date in text, where a number is expected, is an error that names the style for it",
    arguments: [#""2026-03-01T12:00:00Z""#, #""\u0032026""#, #""""#, "true", "[]"])
  func datesInText(text: String) {
    do {
      _ = try JSONCoding().decode([Date].self, from: Data("[\(text)]".utf8))
      Issue.record("no error")
    } catch DecodingError.typeMismatch(let type, let context) {
      #expect(type == Double.self && context.codingPath.map(\.intValue) == [0])
      #expect(context.debugDescription.contains("`dates: .iso8601`") == text.hasPrefix("\""))
    } catch {
      Issue.record(error)
    }
  }

  @Test("Dates, data and keys can be read by functions of your own")
  func customStyles() throws {
    let coding = JSONCoding(
      keys: .custom(
        decode: { Probe.Key(stringValue: ($0.last?.stringValue ?? "").lowercased()) },
        encode: { Probe.Key(stringValue: ($0.last?.stringValue ?? "").uppercased()) }),
      dates: .custom(
        decode: {
          Date(timeIntervalSince1970: Double(try $0.singleValueContainer().decode(String.self)) ?? 0)
        },
        encode: { date, encoder in
          var container = encoder.singleValueContainer()
          try container.encode("\(Int(date.timeIntervalSince1970))")
        }),
      data: .custom(
        decode: { Data(try $0.singleValueContainer().decode(String.self).utf8) },
        encode: { data, encoder in
          var container = encoder.unkeyedContainer()
          try container.encode(data.count)
        }))
    struct Value: Codable, Equatable {
      var date: Date
      var data: Data
    }
    let value = try coding.decode(Value.self, from: Data(#"{"DATE":"77","DATA":"ab"}"#.utf8))
    #expect(value == Value(date: Date(timeIntervalSince1970: 77), data: Data("ab".utf8)))
    #expect(String(decoding: try coding.encode(value), as: UTF8.self) == #"{"DATE":"77","DATA":[2]}"#)
  }
}
