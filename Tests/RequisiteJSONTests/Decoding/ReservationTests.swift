#if os(Linux)
  import Foundation
  import Testing

  @testable import RequisiteJSON

  @Suite("Memory is not reserved by a count that a text claims", .serialized, .timeLimit(.minutes(2)))
  struct ReservationTests {
    /// 64 bytes.
    private struct Eight {
      var (a, b, c, d, e, f, g, h) = (0, 0, 0, 0, 0, 0, 0, 0)
    }
    /// 512 bytes.
    private struct Wide {
      var (a, b, c, d, e, f, g, h) = (
        Eight(), Eight(), Eight(), Eight(), Eight(), Eight(), Eight(), Eight()
      )
    }

    private struct Stop: Error { let pages: Int }

    /// A value of 520 bytes whose first one ends decoding, with the pages of memory that the process has then.
    private struct Sample: Decodable {
      var wide = Wide()
      var number = 0

      init(from decoder: any Decoder) throws { throw Stop(pages: try ReservationTests.pages()) }
    }

    private struct Key: CodingKey {
      var wide = Wide()
      var stringValue: String
      var intValue: Int? { nil }

      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    /// An object without a member that is a key of it.
    private struct Keys: Decodable {
      let pages: Int

      init(from decoder: any Decoder) throws {
        let before = try ReservationTests.pages()
        let keys = try decoder.container(keyedBy: NoKey.self).allKeys
        pages = try keys.isEmpty ? ReservationTests.pages() - before : 0
      }
    }

    /// A key of 528 bytes, which no text has.
    private struct NoKey: CodingKey {
      var key: Key
      var stringValue: String { key.stringValue }
      var intValue: Int? { nil }

      init?(stringValue: String) {
        guard stringValue == "never", let key = Key(stringValue: stringValue) else { return nil }
        self.key = key
      }
      init?(intValue: Int) { nil }
    }

    /// The address space of the process in pages.
    private static func pages() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return Int(text.split(separator: " ").first ?? "") ?? 0
    }

    /// The mebibytes that the address space grows by until the first value is decoded.
    private func growth<T: Decodable>(_ type: T.Type, _ text: Data) throws -> Int {
      let before = try Self.pages()
      let stop = #expect(throws: Stop.self) { try JSONCoding().decode(type, from: text) }
      return ((stop?.pages ?? .max / 4096) - before) * 4096 >> 20
    }

    @Test("4 million zeros are not 2 GB of an array")
    func array() throws {
      let text = Data("[\(String(repeating: "0,", count: 4_000_000))0]".utf8)
      #expect(try growth([Sample].self, text) < 1_000)
    }

    @Test("half a million members are not 0.5 GB of a dictionary")
    func dictionary() throws {
      let text = Data("{\((0..<500_000).map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
      #expect(try growth([String: Sample].self, text) < 400)
    }

    @Test("half a million members are not 0.25 GB of keys that none of them is")
    func keys() throws {
      let text = Data("{\((0..<500_000).map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
      let pages = try JSONCoding().decode(Keys.self, from: text).pages
      #expect(pages * 4096 >> 20 < 200)
    }
  }
#endif
