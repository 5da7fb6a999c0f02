import Testing

@testable import Requisite

@Suite("Content-Range")
struct ContentRangeTests {
  @Test(
    "the three forms are read",
    arguments: [
      ("bytes 0-499/1234", 0...499, 1234), ("bytes 500-999/*", 500...999, nil), ("bytes */1234", nil, 1234),
      ("Bytes 0-0/1", 0...0, 1), ("bytes  7-9/10", 7...9, 10),
    ] as [(String, ClosedRange<Int64>?, Int64?)])
  func reads(text: String, range: ClosedRange<Int64>?, length: Int64?) throws {
    let value = try #require(ContentRange(text))
    #expect(value.range == range && value.completeLength == length)
  }

  @Test(
    "other values are ignored",
    arguments: [
      "", "bytes", "bytes 1-2", "bytes 2-1/5", "bytes 0-5/5", "items 0-1/2", "bytes -1/5", "bytes 1-/5",
      "bytes */*",
      "bytes 0-1/-2", "bytes 0-1/2/3", "bytes +0-1/2", "bytes 0-99999999999999999999/*", "bytes a-b/c",
    ])
  func refuses(text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test(
    "some of the bytes are a part of a representation; all of them, or another unit, are not",
    arguments: [
      ("bytes 0-4/10", true), ("bytes 5-9/*", true), ("bytes 0-9/10", false), ("items 0-4/10", false),
    ])
  func part(text: String, isPart: Bool) {
    #expect(([.contentRange: text] as HTTPHeaders).describePart == isPart)
  }
}
