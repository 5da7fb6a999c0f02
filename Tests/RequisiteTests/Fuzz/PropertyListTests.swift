import Testing

@testable import Requisite

@Suite("Property lists that would end the process are decoding errors", .timeLimit(.minutes(1)))
struct PropertyListTests {
  private struct Anything: Decodable {}

  private func response(_ data: Data) throws -> NetworkResponse {
    NetworkResponse(
      status: 200, data: data, request: TransportRequest(url: try #require(URL(string: "https://h/"))))
  }

  /// A binary property list of arrays, each in the one before; `references` times.
  private static func binary(depth: Int, references: Int = 1, isLoop: Bool = false) -> Data {
    var objects: [UInt8] = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<depth {
      offsets.append(objects.count)
      let isLast = level == depth - 1
      let next = isLast ? 0 : level + 1
      let count = isLast && !isLoop ? 0 : references
      objects.append(0xA0 | UInt8(count))
      for _ in 0..<count { objects += (0..<4).reversed().map { UInt8(next >> (8 * $0) & 0xFF) } }
    }
    let table = objects.count
    for offset in offsets { objects += (0..<4).reversed().map { UInt8(offset >> (8 * $0) & 0xFF) } }
    objects += [0, 0, 0, 0, 0, 0, 4, 4]
    for number in [depth, 0, table] { objects += (0..<8).reversed().map { UInt8(number >> (8 * $0) & 0xFF) } }
    return Data(objects)
  }

  @Test(
    "binary, XML and old style, nested 100,000 deep, in a loop, or standing for more values than there is memory"
  )
  func refused() throws {
    let many = 100_000
    let xml =
      "<?xml version=\"1.0\"?><plist>" + String(repeating: "<array>", count: many)
      + String(repeating: "</array>", count: many)
      + "</plist>"
    let documents = [
      Data(xml.utf8), Data(String(repeating: "(", count: many).utf8),
      Data(String(repeating: "{a=", count: many).utf8),
      Self.binary(depth: many), Self.binary(depth: 3, isLoop: true), Self.binary(depth: 60, references: 2),
      Data("bplist00".utf8), Data(xml.utf8.flatMap { [$0, 0] }),
    ]
    for data in documents {
      let error = #expect(throws: NetworkRequestError.self) {
        try response(data).decoded(as: Anything.self, using: PropertyListDecoder())
      }
      #expect(error?.kind == .decodingError)
    }
  }

  @Test("others are read, also with many values on few levels")
  func accepted() throws {
    let value = ["a": (0..<2_000).map { ["b": "<array><\($0)>", "c": "("] }]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let read: [String: [[String: String]]] = try response(encoder.encode(value)).decoded(
        using: PropertyListDecoder())
      #expect(read == value)
    }
  }
}
