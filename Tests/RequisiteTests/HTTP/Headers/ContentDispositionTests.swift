import Testing

@testable import Requisite

@Suite("Reading Content-Disposition")
struct ContentDispositionTests {
  static let fields: [(String, String, String?)] = [
    ("inline", "inline", nil),
    ("Attachment", "attachment", nil),
    (#"attachment; filename="example.html""#, "attachment", "example.html"),
    ("attachment; filename=example.html", "attachment", "example.html"),
    ("attachment; FileName = example.html ;", "attachment", "example.html"),
    (#"attachment; filename="a \"b\" \\ c; d.txt""#, "attachment", #"a "b" \ c; d.txt"#),
    ("attachment; filename=two words.txt", "attachment", "two words.txt"),
    ("attachment; filename*=UTF-8''%e2%82%ac%20rates", "attachment", "€ rates"),
    ("attachment; filename*=utf-8'en'%c2%a3%20rates", "attachment", "£ rates"),
    ("attachment; filename*=iso-8859-1'en'%A3%20rates", "attachment", "£ rates"),
    (#"attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates"#, "attachment", "€ rates"),
    (#"attachment; filename*=utf-8''%e2%82%ac%20rates; filename="EURO rates""#, "attachment", "€ rates"),
    ("attachment; filename*=utf8''%c2%a3%20rates", "attachment", "£ rates"),
    // Readers differ in what they take for the name.
    (#"attachment; filename="foo.html".txt"#, "attachment", nil),
    (#"attachment; filename=foo"bar;baz"qux"#, "attachment", nil),
    // A name that cannot be read leaves the other one.
    (#"attachment; filename="plain.txt"; filename*=utf-8''%e2%82"#, "attachment", "plain.txt"),
    (#"attachment; filename="plain.txt"; filename*=utf-8''%zz"#, "attachment", "plain.txt"),
    (#"attachment; filename="plain.txt"; filename*=klingon''a"#, "attachment", "plain.txt"),
    (#"attachment; filename="plain.txt"; filename*=nothing"#, "attachment", "plain.txt"),
    (#"attachment; filename="first"; filename="second""#, "attachment", "first"),
    (#"attachment; filename="open"#, "attachment", nil),
    ("attachment; size=7; =x; junk", "attachment", nil),
    // A percent sign in the plain notation is one.
    (#"attachment; filename="50%25.txt""#, "attachment", "50%25.txt"),
  ]

  @Test("both notations of RFC 6266 are read, the extended one first", arguments: fields)
  func reads(field: String, type: String, name: String?) throws {
    let disposition = try #require(HTTPHeaders.ContentDisposition(field))
    #expect(disposition.type == type)
    #expect(disposition.fileName == name)
  }

  @Test(
    "a value that does not begin with a type is ignored",
    arguments: ["", "; filename=a", #""a""#, "a b; filename=c"])
  func refuses(field: String) {
    #expect(HTTPHeaders.ContentDisposition(field) == nil)
  }

  @Test("a value is written and read back")
  func roundTrip() {
    checkProperty { generator in
      let name = generator.text(1...20, of: SeededGenerator.awkward.filter { $0 != "\t" && $0 != "\u{7F}" })
      return HTTPHeaders.ContentDisposition("\(HTTPHeaders.ContentDisposition.attachment(fileName: name))")?
        .fileName == name
    }
  }

  @Test(
    "a file name is one path component, without a leading dot or misleading characters",
    arguments: [
      ("report.pdf", "report.pdf"), ("/etc/passwd", "passwd"), ("../../x.txt", "x.txt"),
      (#"C:\Windows\evil.exe"#, "evil.exe"), ("a/b/", "b"), ("..", nil), (".", nil), ("", nil), ("///", nil),
      (".bashrc", "bashrc"), ("  spaced.txt \t", "spaced.txt"), ("a\0b\r\nc.txt", "abc.txt"),
      ("photo\u{202E}gpj.exe", "photogpj.exe"), ("a/\u{301}b.txt", "\u{301}b.txt"),
      ("naïve €.txt", "naïve €.txt"), (". . .", nil), ("x.txt. . ", "x.txt"), ("a: b?.txt", "a_ b_.txt"),
      ("CON", "_CON"), ("nul.tar.gz", "_nul.tar.gz"), ("com1 .txt", "_com1 .txt"), ("LPT¹", "_LPT¹"),
      ("console.txt", "console.txt"), ("\u{FEFF}.\u{200B}bashrc", "bashrc"),
      ("\u{3164}\u{E0041}\u{E000}", nil),
      (".\u{301}x", "\u{301}x"), ("x\u{2029}.txt", "x.txt"), ("a\u{0}/..", nil),
      (String(repeating: " ", count: 300) + ".bashrc", "bashrc"),
      (
        "a\(String(repeating: "\u{301}", count: 300)).bashrc",
        "a\(String(repeating: "\u{301}", count: 123)).bashrc"
      ),
      (String(repeating: "x", count: 255), String(repeating: "x", count: 255)),
      (String(repeating: "x", count: 256), String(repeating: "x", count: 255)),
      (
        String(repeating: "x", count: 250) + ".abcdefghijklmno",
        String(repeating: "x", count: 239) + ".abcdefghijklmno"
      ),
      (String(repeating: "x", count: 254) + " y", String(repeating: "x", count: 254)),
      (
        String(repeating: "x", count: 254) + "." + String(repeating: "y", count: 20),
        String(repeating: "x", count: 254)
      ),
    ] as [(String, String?)])
  func sanitized(text: String, name: String?) {
    #expect(FileName.sanitized(text) == name)
  }

  @Test("a name that is too long for a disk keeps its extension", arguments: [300, 30_000])
  func long(count: Int) throws {
    let name = try #require(FileName.sanitized("a/" + String(repeating: "€", count: count) + ".jpeg//"))
    #expect(name.utf8.count <= 255 && name.utf8.count > 250)
    #expect(name.hasSuffix("€.jpeg"))
  }

  @Test("a file name stays in its folder, with any value of the field")
  func property() {
    checkProperty { generator in
      let awkward = SeededGenerator.awkward + [".", ".", "/", "\\", "\0", "\n", "\u{2028}", "\u{202E}"]
      guard let name = FileName.sanitized(generator.text(0...400, of: awkward)) else { return true }
      let folder = URL(fileURLWithPath: "/folder")
      let place = folder.appendingPathComponent(name).standardizedFileURL
      return place.deletingLastPathComponent().path == "/folder" && name.utf8.count <= 255
        && name.unicodeScalars.first != "." && name.unicodeScalars.last != "."
        && FileName.sanitized(name) == name
    }
  }
}
