import Testing

@testable import Requisite

@Suite(
  "Fuzz: lines and events equal those of a naive implementation, with any chunks", .serialized,
  .timeLimit(.minutes(3)))
struct StreamFuzzTests {
  private static let pieces = [
    "\r", "\n", "\r\n", "a", ":", " ", "data", "data:", "id:", "event:", "é", "\0", "x y", "\u{FEFF}",
  ]

  private static func lines(_ data: Data, _ end: LineSplitter.Terminator, _ generator: inout SeededGenerator)
    throws -> [Data]
  {
    var splitter = LineSplitter(endingAt: end, limit: 1_000)
    var (rest, result) = (data, [Data]())
    while !rest.isEmpty {
      let count = 1 + generator.index(below: min(5, rest.count))
      splitter.append(rest.prefix(count))
      while let line = try splitter.next() { result.append(Data(line)) }
      rest = rest.dropFirst(count)
    }
    if let line = splitter.last() { result.append(Data(line)) }
    return result
  }

  @Test("lines")
  func lines() {
    checkProperty(cases: Fuzz.cases(300)) { generator in
      let text = generator.joined(Self.pieces, 0...12)
      // By scalars: CR LF becomes LF, then CR becomes LF.
      var whole = text.unicodeScalars.map { $0 }
      var place = 0
      while place < whole.count {
        if whole[place] == "\r" {
          if place + 1 < whole.count, whole[place + 1] == "\n" {
            whole.remove(at: place)
          } else {
            whole[place] = "\n"
          }
        }
        place += 1
      }
      var expected = whole.split(separator: "\n", omittingEmptySubsequences: false).map { scalars in
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return Data(String(view).utf8)
      }
      if expected.last?.isEmpty == true { expected.removeLast() }
      return try Self.lines(Data(text.utf8), .any, &generator) == expected
    }
  }

  @Test("events: type, data and id equal those of a second implementation")
  func events() {
    checkProperty(cases: Fuzz.cases(300)) { generator in
      let lines = (0..<generator.index(below: 12)).map { _ in
        generator.chance(3) ? "" : generator.joined(["data", "id", "event", ":", " ", "x", "é", "::"], 1...4)
      }
      var parser = EventParser()
      let read = lines.compactMap { parser.take(Data($0.utf8)) }.map { [$0.type, $0.data, $0.id] }
      return read == Self.naiveEvents(lines)
    }
  }

  private static func naiveEvents(_ lines: [String]) -> [[String]] {
    var (events, fields, lastID) = ([[String]](), [(String, String)](), "")
    for line in lines {
      guard line.isEmpty else {
        let sides = line.components(separatedBy: ":")
        var value = sides.dropFirst().joined(separator: ":")
        if value.first == " " { value.removeFirst() }
        if !sides[0].isEmpty { fields.append((sides[0], value)) }
        continue
      }
      lastID = fields.last { $0.0 == "id" }?.1 ?? lastID
      let data = fields.filter { $0.0 == "data" }.map(\.1)
      let type = fields.last { $0.0 == "event" }?.1 ?? ""
      if !data.isEmpty {
        events.append([type.isEmpty ? "message" : type, data.joined(separator: "\n"), lastID])
      }
      fields = []
    }
    return events
  }

  @Test("only empty lines are allowed if the maximum length of a line is 0")
  func zeroLength() async throws {
    for (text, count) in [("\n\n", 2), ("a\n", nil), ("\r\n\na", nil), ("", 0)] as [(String, Int?)] {
      for size in 1...3 {
        let data = Data(text.utf8)
        let chunks = stride(from: 0, to: data.count, by: size).map { data[$0..<min($0 + size, data.count)] }
        let stream = ByteStream(concatenating: chunks.map { ByteStream(Data($0)) })
        let url = try #require(URL(string: "https://h/"))
        let request = TransportRequest(url: url, options: RequestOptions().with(\.maximumLineLength, 0))
        let response = NetworkResponse(
          TransportResponse(status: 200, url: url, body: .stream(stream)), to: request)
        for end in [LineSplitter.Terminator.any, .lineFeed] where end == .any || !text.utf8.contains(0x0D) {
          var reader = LineReader(stream, of: response, endingAt: end, as: Lines.self)
          var lines = 0
          do throws(NetworkRequestError) {
            while try await reader.next() != nil { lines += 1 }
            #expect(lines == count)
          } catch {
            #expect(count == nil && error.kind == .decodingError)
          }
        }
      }
    }
  }
}
