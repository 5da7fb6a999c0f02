import Testing

@testable import Requisite

@Suite("Queries and forms are written and read back")
struct QueryPropertyTests {
  private func items(_ generator: inout SeededGenerator) -> [QueryParams.Item] {
    (0..<generator.index(below: 6)).map { _ in
      QueryParams.Item(generator.text(1...8), generator.text(0...10))
    }
  }

  /// `application/x-www-form-urlencoded` read by Foundation's means, as a second opinion.
  private func foundationForm(_ text: String) -> [[String?]] {
    text.components(separatedBy: "&").filter { !$0.isEmpty }.map { part in
      part.replacingOccurrences(of: "+", with: " ").components(separatedBy: "=").map(
        \.removingPercentEncoding)
    }
  }

  @Test("a query is read back by the library and by Foundation", .feature("B18", "C29"))
  func queries() {
    checkProperty { generator in
      let params = QueryParams(items: items(&generator))
      let byFoundation = foundationForm(params.encoded).map {
        $0.map { $0.map(\.unicodeScalars).map(Array.init) }
      }
      let expected = params.items.map {
        [Array($0.name.unicodeScalars), Array(($0.value ?? "").unicodeScalars)]
      }
      return QueryParams(encoded: params.encoded) == params && byFoundation == expected
        && params.encoded.utf8.allSatisfy { "+".utf8.first != $0 && $0 < 0x7F && $0 > 0x20 }
    }
  }

  @Test("a form is read back by the library and by Foundation")
  func forms() {
    checkProperty { generator in
      let form = FormFields(items: items(&generator).map { FormFields.Item($0.name, $0.value ?? "") })
      let byFoundation = foundationForm(form.encoded).map {
        $0.map { $0.map(\.unicodeScalars).map(Array.init) }
      }
      let expected = form.items.map {
        [Array($0.name.unicodeScalars), Array(($0.value ?? "").unicodeScalars)]
      }
      return FormFields(encoded: form.encoded) == form && byFoundation == expected
    }
  }

  @Test("any text can be read as a form, which can be written and read again")
  func anyText() {
    let scalars = Array("ab=&+%4G1é\u{301} ".unicodeScalars)
    checkProperty(cases: 1000) { generator in
      let form = FormFields(encoded: generator.text(0...20, of: scalars))
      return FormFields(encoded: form.encoded) == form
    }
  }

  @Test("values of an Encodable are read back from its query")
  func encodables() {
    struct Value: Encodable, Equatable {
      var text: String
      var number: Int
      var half: Double
      var flag: Bool
      var list: [String]
      var members: [String: Int]
    }
    checkProperty { generator in
      let value = Value(
        text: generator.text(0...8), number: Int.random(in: .min ... .max, using: &generator),
        half: Double.random(in: -1e9...1e9, using: &generator), flag: generator.chance(2),
        list: (0..<generator.index(below: 4)).map { _ in generator.text(0...4) },
        members: ["a": generator.index(below: 9), "b c": generator.index(below: 9)])
      let query = QueryParams(encoded: try QueryEncoder().encode(value).encoded)
      let back = Value(
        text: query["text"] ?? "?", number: query["number"].flatMap(Int.init) ?? 0,
        half: query["half"].flatMap(Double.init) ?? 0, flag: query["flag"] == "true",
        list: query.values(for: "list"),
        members: ["a": Int(query["members[a]"] ?? "") ?? -1, "b c": Int(query["members[b c]"] ?? "") ?? -1])
      return back == value
    }
  }
}
