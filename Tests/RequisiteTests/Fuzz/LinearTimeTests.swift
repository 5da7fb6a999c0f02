import Testing

@testable import Requisite

/// Each input is made to be slow: 8 KB in the suite, longer by the factor of ``Fuzz``. With `REQUISITE_FUZZ=100`, what takes
/// time by the square of that takes many minutes, and the limit of one tells it from what takes milliseconds.
@Suite("Every parser takes time in proportion to its input", .serialized, .timeLimit(.minutes(3)))
struct LinearTimeTests {
  static let pieces = [
    "a=b,", "\"", "\\", "<", "<a>", ";", ",", "=", ":", "%", "%41", "[", "{", "{\"a\":", "token=",
    "\"token\":\"", "//", "//a:b/", "@", " ",
    "\r", "\n", "\\u0041", "\\/", "eyJ", "Basic ", "<key>", "<password>", "a;b=", "&a=", "'", ".", "-",
    "Digest a=b,", "x/y;a=b,", "e",
    "<password", "name:", "basic ", "['password']=>", "- a:\n", "a,b\n", "user,password\n", "\";s:",
    "('token','",
    "s:5:\"token\";", "<td>", "<td ", "password:\n", "Bearer \"",
    "% a:", "%41 a:\n", "a key:", "//a:b/a", "\";s:\\/", "a=b,<a>",
    "-u ", " -p", "mysql -pa ", "curl -s", "@a(", "a/b@//", "machine a ", "password '", "--key '", "%25",
    "by ",
    "login a password b ", "password(", "?a=", "?token=", "&a=%41", "//a@", "ghp_", "SG.", "eyJ.", "AKIA",
    "Bearer ",
    "-----BEGIN ", "-----BEGIN PRIVATE KEY", "#a", "\"token\":[", "\"a\\u0041\":", "hooks.slack.com/",
  ]

  private static func text(_ piece: String, after start: String = "") -> String {
    start + String(repeating: piece, count: Fuzz.cases(8_000) / piece.utf8.count)
  }

  @Test("values of header fields", arguments: pieces)
  func heads(piece: String) throws {
    for start in ["", "a/b; c=\""] {
      let text = Self.text(piece, after: start)
      _ = (
        MediaType(text), HTTPHeaders.ContentDisposition(text), HTTPDate(text), CookieDate.parse(text),
        MediaType.list(text).count
      )
      _ = (
        HTTPHeaders.Link.list(text).count, AuthenticationChallenge.list(text).count,
        CacheControl(["Cache-Control": text])
      )
      _ = (EntityTag(text), ContentRange(text))
      do { _ = try SetCookie(text) } catch {}
    }
  }

  @Test("redaction of text", arguments: pieces)
  func redaction(piece: String) {
    for start in ["", "{\"a\":\""] {
      let text = Self.text(piece, after: start)
      #expect(Redaction.standard.text(text).utf8.count < 40 * text.utf8.count + 100)
      _ = Redaction.standard.query(text)
      _ = JSONText.indented(text, upTo: 64 << 10)
    }
  }

  @Test(
    "redaction of text with two pieces in turn",
    arguments: ["//a@", "?token=", "eyJ", "-----BEGIN ", "%25", "SG.", "{\"token\":"])
  func pairs(first: String) {
    for second in Self.pieces {
      let text = Self.text(first + second)
      #expect(Redaction.standard.text(text).utf8.count < 40 * text.utf8.count + 100)
    }
  }

  @Test("names, forms and multipart messages", arguments: pieces)
  func bodies(piece: String) {
    let text = Self.text(piece)
    _ = (
      Redaction.standard.hidesValue(of: text), PercentEncoding.formItems(of: text).count,
      FileName.sanitized(text)
    )
    for message in [text, "--b\r\n\(text)\r\n--b--", Self.text("--b\r\n\(piece)\r\n"), Self.text("--b ")] {
      do { _ = try MultipartForm(decoding: Data(message.utf8), boundary: "b") } catch {}
    }
  }

  @Test("lines, and responses with many header fields", arguments: ["\r", "\n", "\r\n", "a\r", "a"])
  func lines(piece: String) throws {
    var splitter = LineSplitter(endingAt: .any, limit: .max)
    splitter.append(Data(Self.text(piece).utf8))
    var count = 0
    while try splitter.next() != nil { count += 1 }
    let url = try #require(URL(string: "https://h/"))
    let headers = HTTPHeaders((0..<Fuzz.cases(2_000)).map { HTTPHeader(HTTPHeaderName("x\($0)"), "y") })
    let response = NetworkResponse(status: 200, headers: headers, request: TransportRequest(url: url))
    #expect(response.httpURLResponse?.allHeaderFields.count ?? 0 >= 2_000)
  }
}
