import Foundation
import RequisiteTesting
import Testing

@Suite("Files of recordings", .timeLimit(.minutes(3)))
struct RecordingFileTests {
  private static let text = """
    {"version":1,"exchanges":[{"request":{"method":"GET","url":"https://api.test/a","headers":["Accept: a/b"]},\
    "response":{"status":200,"headers":["X: y"],"body":{"text":"hello"}}}]}
    """

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test("only the owner can read a recording and its folders, and a link in its place is replaced")
  func permissions() throws {
    let folder = try RecordingFolder()
    let place = folder.url.appending(path: "new/deeper/recording.json")
    try Recording().write(to: place)
    #expect(try mode(place) == 0o600)
    #expect(try mode(place.deletingLastPathComponent()) == 0o700)
    let target = folder.url.appending(path: "target")
    try Data("mine".utf8).write(to: target)
    let link = folder.url.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    try Recording().write(to: link)
    #expect(try String(contentsOf: target, encoding: .utf8) == "mine")
    #expect(try Recording(contentsOf: link) == Recording())
  }

  @Test("a pipe or a folder in a recording's place is an error that names it, and does not hang")
  func irregular() throws {
    let folder = try RecordingFolder()
    let pipe = folder.url.appending(path: "pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    for place in [pipe, folder.url] {
      let failure = #expect(throws: RecordingFailure.self) { try Recording(contentsOf: place) }
      #expect(failure?.file == place)
    }
  }

  @Test(
    "a recording of another version, or with an invalid status, is refused",
    arguments: [
      ("\"version\":1", "\"version\":2"), ("\"version\":1", "\"version\":-1"), ("200", "-200"),
      ("200", "20000"),
    ])
  func refused(part: String, change: String) throws {
    let text = Self.text.replacingOccurrences(of: part, with: change)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Recording.self, from: Data(text.utf8)) }
  }

  @Test("a recording with any change is refused, or read as a second implementation reads it")
  func fuzzed() throws {
    let whole = Array(Self.text.utf8)
    for seed in UInt64(1)...400 {
      var generator = SplitMix64(seed: seed)
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(
            Array("0123456789{}[],:\"\\ -.eE\n".utf8).randomElement(using: &generator) ?? 0, at: place)
        }
      }
      guard let read = try? JSONDecoder().decode(Recording.self, from: Data(bytes)) else { continue }
      #expect(Self.agrees(read, Data(bytes)), "seed \(seed)")
      let again = try JSONDecoder().decode(Recording.self, from: try JSONEncoder().encode(read))
      #expect(again == read, "seed \(seed)")
    }
  }

  /// Foundation's untyped reader finds the same exchanges.
  private static func agrees(_ recording: Recording, _ data: Data) -> Bool {
    guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let exchanges = object["exchanges"] as? [[String: Any]], exchanges.count == recording.exchanges.count
    else { return false }
    return zip(exchanges, recording.exchanges).allSatisfy { object, exchange in
      let (request, response) = (object["request"] as? [String: Any], object["response"] as? [String: Any])
      return request?["method"] as? String == exchange.request.method
        && request?["url"] as? String == exchange.request.url
        && response?["status"] as? Int == exchange.response.status
        && (response?["headers"] as? [String] ?? []).count == exchange.response.headers.count
    }
  }
}
