import CPUTime
import Foundation
import Requisite

/// `JSONLines` beside Foundation's decoder, which is given the lines ready made:
///
///     swift run -c release --package-path Benchmarks JSONLinesBenchmarks
///
/// The bytes are in memory and come in chunks of 64 KiB, as from a connection. All readers run in turns, so that whatever slows
/// the machine slows all of them; the figures are medians of the CPU time of the process.
@main
struct Main {
  private static let rounds = 21
  private static let chunkSize = 64 << 10

  static func main() async throws {
    print("lines              bytes a line    MB/s   JSONDecoder a line   JSONLines by JSONDecoder")
    try await measure("todos", (1...10_000).map(Line.todo))
    try await measure("users", (1...2_000).map(Line.user))
    try await measure("chat chunks", (1...5_000).map(Line.chunk))
  }

  private static func measure<Value: Codable & Sendable>(_ name: String, _ values: [Value]) async throws {
    let lines = try values.map { try JSONEncoder().encode($0) }
    let text = Data(lines.joined(separator: [0x0A]))
    var (ours, baseline, mixed): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      let first = try await time { try await read(Value.self, text, JSONCoding()) }
      let second = try await time {
        for line in lines { _ = try JSONDecoder().decode(Value.self, from: line) }
      }
      let third = try await time { try await read(Value.self, text, JSONDecoder()) }
      ours.append(first)
      baseline.append(second / first)
      mixed.append(third / first)
    }
    print(
      name.padding(toLength: 14, withPad: " ", startingAt: 0)
        + String(
          format: "%17d %7.1f %19.2fx %25.2fx", text.count / values.count,
          Double(text.count) / median(ours) / 1e6, median(baseline), median(mixed)))
  }

  private static func read<Value: Decodable & Sendable>(
    _ type: Value.Type, _ text: Data, _ decoder: any ResponseDecoder
  ) async throws {
    let chunks = stride(from: 0, to: text.count, by: chunkSize).map { text.dropFirst($0).prefix(chunkSize) }
    let rest = Chunks(chunks[...])
    let stream = ByteStream(pull: { () async throws(NetworkRequestError) -> Data? in await rest.next() })
    let request = TransportRequest(url: URL(fileURLWithPath: "/"))
    let head = TransportResponse(status: 200, url: request.url, body: .stream(stream))
    let response = NetworkResponse(head, to: request)
    for try await _ in JSONLines<Value>(response: response, decoder: decoder) {}
  }

  /// The CPU time of the process, in seconds.
  private static func time(_ body: () async throws -> Void) async rethrows -> Double {
    let start = CPUTime.ofProcess
    try await body()
    return CPUTime.ofProcess - start
  }
}

private actor Chunks {
  private var rest: ArraySlice<Data>

  init(_ chunks: ArraySlice<Data>) { rest = chunks }

  func next() -> Data? { rest.popFirst() }
}
