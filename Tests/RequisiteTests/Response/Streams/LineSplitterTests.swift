import Testing

@testable import Requisite

@Suite("Lines of bytes")
struct LineSplitterTests {
  static let texts: [(String, any: [String], feed: [String])] = [
    ("", [], []),
    ("a", ["a"], ["a"]),
    ("a\n", ["a"], ["a"]),
    ("a\nb", ["a", "b"], ["a", "b"]),
    ("\n\na\n", ["", "", "a"], ["", "", "a"]),
    ("a\r\nb\r\n", ["a", "b"], ["a\r", "b\r"]),
    ("a\rb\r", ["a", "b"], ["a\rb\r"]),
    ("a\r\rb", ["a", "", "b"], ["a\r\rb"]),
    ("a\n\rb", ["a", "", "b"], ["a", "\rb"]),
    ("\r\n\r\n", ["", ""], ["\r", "\r"]),
    ("é\u{2028}€\r\n👩\n", ["é\u{2028}€", "👩"], ["é\u{2028}€\r", "👩"]),
  ]

  @Test("lines end at LF, CR LF and CR, with any chunks", arguments: texts)
  func everywhere(text: String, any: [String], feed: [String]) throws {
    for chunks in Chunking.all(Data(text.utf8)) {
      #expect(try LineSplitter.lines(chunks) == any)
      #expect(try LineSplitter.lines(chunks, endingAt: .lineFeed) == feed)
    }
  }

  @Test("any chunks give the same lines")
  func property() {
    checkProperty(cases: 2_000) { generator in
      let text = generator.text(0...40, of: ["a", "é", "👩", "\n", "\r", "\n", "\r", " "])
      let expected = try LineSplitter.lines([Data(text.utf8)])
      let chunks = Chunking.random(Data(text.utf8), using: &generator)
      // Foundation's own idea of lines, of which the last may be empty.
      var lines = text.replacing("\r\n", with: "\n").unicodeScalars
        .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }.map(String.init)
      if lines.last == "" { lines.removeLast() }
      return try LineSplitter.lines(chunks) == expected && expected == lines
    }
  }

  @Test("a line can be as long as the limit, with any chunks")
  func limit() throws {
    for chunks in Chunking.all(Data("1234\n12345\r\n1234".utf8)) {
      #expect(try LineSplitter.lines(chunks, limit: 5) == ["1234", "12345", "1234"])
      #expect(throws: LineSplitter.TooLong.self) { try LineSplitter.lines(chunks, limit: 4) }
    }
  }

  @Test("of a line that is too long, at most the limit is kept in memory")
  func bounded() {
    var splitter = LineSplitter(endingAt: .any, limit: 10)
    let error = #expect(throws: LineSplitter.TooLong.self) {
      for _ in 0..<100 {
        splitter.append(Data("abc".utf8))
        _ = try splitter.next()
      }
    }
    #expect(error?.start == Data("abcabcabca".utf8))
  }
}
