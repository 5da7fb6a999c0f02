import Testing

@testable import Requisite

@Suite("Property lists that could end the process are decoding errors", .timeLimit(.minutes(3)))
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
    "binary, XML and old style lists, nested 100,000 deep, in a loop, or with more values than fit into memory"
  )
  func refused() {
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
    for data in documents { expectRefused(data) }
  }

  @Test("other lists are read, also with many values on few levels")
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

  /// Pieces that nest a level each, and look as if they closed it again, or as if they were something else.
  private static let hidden = [
    "<array><!--</array>-->", "<array><?x </array>?>", "<array><string><![CDATA[</array>]]></string>",
    "<array a=\"/>", "<array a='</array>'>", "<arrayfoo>", "<array\u{b}>", "<dict><key>a</key><!--</dict>-->",
    "<?><array><?x ?>", "<!--><array>", "<!---><array>", "<array></ array>", "<array></arrayx>", "<array></>",
    "<array><!DOCTYPE x [ </array> ]>",
  ]

  @Test(
    "levels that only seem to be closed, in comments, sections, attributes or other tags, are counted",
    arguments: hidden)
  func hiddenLevels(piece: String) {
    let xml = "<?xml version=\"1.0\"?><plist>" + String(repeating: piece, count: 100_000)
    for text in [xml, "\u{FEFF}" + xml, String(xml.dropFirst(21))] { expectRefused(Data(text.utf8)) }
    for encoding in [String.Encoding.utf16BigEndian, .utf16LittleEndian] {
      let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
      expectRefused(Data(mark) + (xml.data(using: encoding) ?? Data()))
    }
  }

  @Test("text in UTF-16 whose bytes look like closing tags does not hide levels")
  func wideText() throws {
    let piece = "<array><string>\u{3C2F}\u{3C2F}</string>"
    let xml = "<plist>" + String(repeating: piece, count: 100_000)
    expectRefused(Data([0xFE, 0xFF]) + (try #require(xml.data(using: .utf16BigEndian))))
  }

  @Test(
    "encodings with other bytes for brackets are refused",
    arguments: ["utf-7", "UTF-16", "utf-32", "ebcdic-cp-us", "cp037", "hz-gb-2312", "x'", ""])
  func encodings(name: String) {
    expectRefused(Data("<?xml version='1.0' encoding='\(name)'?><plist><array/></plist>".utf8))
  }

  @Test("the old style is recognized by its beginning, and all of its brackets are counted")
  func oldStyle() {
    let many = String(repeating: "(", count: 100_000)
    for start in ["/* < */", "// <\n", "\"<\" = ", "bplist = ", "bplist0 = ", "a//\"\n\")\"", "{a=<00>; b="] {
      expectRefused(Data((start + many).utf8))
    }
    expectRefused(Data(String(repeating: "(\")\",", count: 100_000).utf8))
    expectRefused(Data(("bplist = " + many).utf8) + Self.binary(depth: 1).suffix(32))
    expectRefused(Data([0xFE, 0xFF, 0, 0]) + Data(many.utf8))
    expectRefused(Data([0, 0, 0xFE, 0xFF]) + Data(many.utf8))
  }

  @Test("a list with a document type, comments, sections and instructions is read")
  func markup() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- <array> <array> --><?editor <array> ?>
      <plist version="1.0"><dict ><key>a</key><array/><!-- - -- --><key>b</key>
      <string><![CDATA[<array>]]></string ></dict></plist>
      """
    struct Value: Decodable, Equatable { var a: [Int], b: String }
    for text in [text, "\u{FEFF}" + text] {
      let value: Value = try response(Data(text.utf8)).decoded(using: PropertyListDecoder())
      #expect(value == Value(a: [], b: "<array>"))
    }
  }

  /// Expects that the check refuses the data, and not only Foundation after it.
  private func expectRefused(_ data: Data, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try PropertyListCheck.run(on: data, for: PropertyListDecoder())
    }
    let error = #expect(throws: NetworkRequestError.self, sourceLocation: sourceLocation) {
      try response(data).decoded(as: Anything.self, using: PropertyListDecoder())
    }
    #expect(error?.kind == .decodingError, sourceLocation: sourceLocation)
  }
}
