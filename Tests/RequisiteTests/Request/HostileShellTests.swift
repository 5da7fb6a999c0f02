import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// What a command does is asked of a real shell, in which a function stands for curl and prints the words that it got.
@Suite("A curl command with any request runs only curl", .timeLimit(.minutes(3)))
struct HostileShellTests {
  private static let pieces = [
    "'", "'\u{301}", "'\u{200D}", "\"", "`id`", "$(id)", "${HOME}", ";", "&", "|", ">", "\\", "\n", "\r",
    "\t", "\0", "\u{1B}[201~",
    "\u{3}", "\u{9B}", "\u{202E}", "@", "-", "#", "!", "*", "~", " ", "a", "é", "\u{FE0F}", "'\u{0BCD}",
    "\u{1F3FD}", "'\u{20DD}",
  ]

  /// Runs the script; the function writes each word and a NUL, then standard input between two marks.
  private static func words(of command: String, readsInput: Bool = false) throws -> (
    words: [String], input: Data
  ) {
    let folder = try TemporaryFolder()
    let script = folder.url.appending(path: "script")
    let function = "curl() { printf '%s\\0' \"$@\"; \(readsInput ? "printf '<in>\\0'; cat;" : "") }\n"
    try Data((function + command + "\n").utf8).write(to: script)
    let end = try ChildProcess.run("/bin/sh", [script.path], reading: .standard)
    #expect(end.status == 0)
    let data = end.output
    var parts = data.split(separator: 0, maxSplits: .max, omittingEmptySubsequences: false)
    guard readsInput, let mark = parts.firstIndex(where: { $0.elementsEqual("<in>".utf8) }) else {
      return (parts.dropLast().map { String(decoding: $0, as: UTF8.self) }, Data())
    }
    let input = Data(parts[(mark + 1)...].joined(separator: [0]))
    parts.removeSubrange(mark...)
    return (parts.map { String(decoding: $0, as: UTF8.self) }, input)
  }

  @Test("random words arrive unchanged, except NUL")
  func words() throws {
    var generator = SeededGenerator(seed: 8)
    let texts = (0..<400).map { _ in
      (0..<generator.index(below: 8)).map { _ in Self.pieces[generator.index(below: Self.pieces.count)] }
        .joined()
    }
    let line = "curl " + texts.map(ShellQuoting.word).joined(separator: " ")
    let result = try Self.words(of: line).words
    #expect(result.count == texts.count)
    for (word, text) in zip(result, texts) {
      #expect(word.utf8.elementsEqual(text.utf8.filter { $0 != 0 }))
    }
    #expect(
      !line.unicodeScalars.contains {
        ($0.value < 32 && $0 != "\n") || $0.value == 0x9B || $0.value == 0x202E
      })
  }

  @Test("random bodies arrive byte for byte, as an argument or by standard input")
  func bodies() throws {
    var generator = SeededGenerator(seed: 9)
    let url = try #require(URL(string: "https://h/"))
    for _ in 0..<12 {
      let text = (0..<generator.index(below: 8)).map { _ in
        Self.pieces[generator.index(below: Self.pieces.count)]
      }.joined()
      let data = generator.chance(4) ? Data(generator.bytes(0...40)) : Data(text.utf8)
      let request = TransportRequest(method: .post, url: url, body: .data(data))
      let command = request.curlCommand(redacting: .revealing)
      let result = try Self.words(of: command, readsInput: true)
      let argument = try #require(result.words.last)
      #expect(argument == "@-" ? result.input == data : Data(argument.utf8) == data)
    }
  }

  @Test("a byte order mark arrives too", arguments: [Redaction.revealing, .standard])
  func mark(redaction: Redaction) throws {
    let url = try #require(URL(string: "https://h/"))
    let body = HTTPBody.data(Data("\u{FEFF}a,b".utf8), contentType: "text/plain")
    let request = TransportRequest(method: .post, url: url, body: body)
    let result = try Self.words(of: request.curlCommand(redacting: redaction), readsInput: true)
    #expect(result.words.last.map { Data($0.utf8) } == Data("\u{FEFF}a,b".utf8))
  }

  @Test(
    "bodies of 128 KiB and more, and those that begin with @, also with a combining mark, are sent by standard input"
  )
  func largeBodies() throws {
    let url = try #require(URL(string: "https://h/"))
    for text in [String(repeating: "it's ", count: 60_000), "@/etc/passwd", "@\u{301}x"] {
      let request = TransportRequest(method: .post, url: url, body: .text(text))
      let result = try Self.words(of: request.curlCommand, readsInput: true)
      #expect(result.words.last == "@-")
      #expect(result.input == Data(text.utf8))
    }
  }

  @Test("invalid fields and methods are left out, and a URL is not read as an option")
  func refused() throws {
    let url = try #require(URL(string: "-K/etc/passwd"))
    let request = TransportRequest(
      method: "GE T", url: url,
      headers: ["@/etc/passwd": "x", "X-A": "1\r\nX-B: 2", "X-C": "'\u{301}; touch x #", "X-D": "\0"])
    let words = try Self.words(of: request.curlCommand(redacting: .revealing)).words
    #expect(
      words == ["--globoff", "--path-as-is", "--url", "-K/etc/passwd", "-H", "X-C: '\u{301}; touch x #"])
  }

  @Test("passwords are left out of multipart forms, and bodies and parts of other types as a whole")
  func multipart() throws {
    let url = try #require(URL(string: "https://h/"))
    let form: MultipartForm = [
      .text("password", Canary.secret), .text("note", "all well"),
      .data("photo", Data([0xFF, 0xD8, 0x00]), fileName: "a.jpg"),
      .data("meta", Data(#"{"token":"\#(Canary.secret)"}"#.utf8), contentType: .json),
    ]
    let encoded = try form.encoded()
    let headers: HTTPHeaders = [.contentType: encoded.contentType ?? ""]
    let request = TransportRequest(method: .post, url: url, headers: headers, body: encoded)
    let body = try Self.words(of: request.curlCommand, readsInput: true).input
    #expect(!String(decoding: body, as: UTF8.self).contains(Canary.secret))
    let read = try MultipartForm(decoding: body, boundary: form.boundary)
    #expect(read["note"]?.text == "all well" && read["password"]?.text == "<redacted>")
    #expect(
      read["photo"]?.data == Data("<redacted>".utf8) && read["meta"]?.text == #"{"token":"<redacted>"}"#)
    let utf16 = try #require(#"{"token":"\#(Canary.secret)"}"#.data(using: .utf16LittleEndian))
    for hidden in [utf16, Data("bplist00".utf8) + utf16] {
      let request = TransportRequest(method: .post, url: url, body: .data(hidden))
      #expect(request.curlCommand.contains("--data-binary '<redacted>'"))
    }
  }
}
