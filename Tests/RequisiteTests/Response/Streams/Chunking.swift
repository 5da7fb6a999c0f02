import RequisiteTesting

@testable import Requisite

/// The ways in which bytes can come.
enum Chunking {
  /// In one piece, byte by byte, and in two at each place.
  static func all(_ bytes: Data) -> [[Data]] {
    [[bytes], bytes.map { Data([$0]) }]
      + (1..<max(2, bytes.count)).map { [bytes.prefix($0), bytes.dropFirst($0)] }
  }

  /// In pieces of random sizes, empty ones among them.
  static func random(_ bytes: Data, using generator: inout SeededGenerator) -> [Data] {
    var (chunks, rest) = ([Data](), bytes)
    while !rest.isEmpty {
      let count = min(rest.count, generator.index(below: 6))
      chunks.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return chunks
  }
}

extension AsyncSequence {
  /// All elements.
  func all() async throws -> [Element] {
    var elements: [Element] = []
    for try await element in self { elements.append(element) }
    return elements
  }
}

extension LineSplitter {
  /// All lines of the chunks.
  static func lines(_ chunks: [Data], endingAt end: Terminator = .any, limit: Int = .max) throws -> [String] {
    var splitter = LineSplitter(endingAt: end, limit: limit)
    var lines: [Data] = []
    for chunk in chunks {
      splitter.append(chunk)
      while let line = try splitter.next() { lines.append(line) }
    }
    return (lines + (splitter.last().map { [$0] } ?? [])).map { String(decoding: $0, as: UTF8.self) }
  }
}
