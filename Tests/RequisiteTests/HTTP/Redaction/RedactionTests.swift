import Testing

@testable import Requisite

@Suite("Redaction")
struct RedactionTests {
  @Test(
    "names are compared whole, without case, hyphens and underscores, and nested names by their last part",
    arguments: [
      ("Authorization", true), ("X-Api-Key", true), ("access_token", true), ("accessToken", true),
      ("ACCESS-TOKEN", true), ("clientSecret", true), ("apikey", true), ("code_verifier", true),
      ("JSESSIONID", true), ("SAMLResponse", true), ("user[password]", true), ("user[a][Password]", true),
      ("token[]", true), ("db.password", true), ("Set-Cookie", true), ("X-Amz-Signature", true),
      ("author", false), ("key", false), ("sortKey", false), ("primaryKey", false), ("publicKey", false),
      ("nextPageToken", false), ("pin", false), ("require-cookie", false), ("token_type", false),
      ("max_tokens", false), ("password1", false), ("password[hint]", false), ("tokens", false),
      ("code", false), ("session", false), ("", false), ("[]", false), ("password\u{301}", false),
    ])
  func names(name: String, isSecret: Bool) {
    #expect(Redaction.standard.hidesValue(of: name) == isSecret)
    #expect(!Redaction.revealing.hidesValue(of: name))
  }

  @Test("the article on hiding secrets lists the secret names")
  func article() throws {
    let root = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let file = root.appendingPathComponent("Sources/Requisite/Requisite.docc/HidingSecrets.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("> ")
    }
    let names = lines.joined().split(separator: "`").filter { !$0.contains(" ") && $0 != "." }
    #expect(Set(names.map(String.init)) == Redaction.secretNames)
  }

  @Test("names can be added and exempted, and the last call decides")
  func ownNames() {
    let redaction = Redaction.standard.hiding(["IBAN", "Server"]).showing(["token", "X-Customer"])
    #expect(redaction.hidesValue(of: "iban") && !redaction.hidesValue(of: "Token"))
    #expect(redaction.value(of: HTTPHeader("Server", "a")) == "<redacted>")
    #expect(redaction.value(of: HTTPHeader("x-customer", "a")) == "a")
    #expect(redaction.text(#"{"iban":"x","token":"a"}"#) == #"{"iban":"<redacted>","token":"a"}"#)
    #expect(redaction.hiding(["token"]).hidesValue(of: "token"))
    #expect(!redaction.showing(["iban"]).hidesValue(of: "iban"))
    #expect(redaction.hiding(["x"]) == redaction.hiding(["X", "x"]))
    #expect(redaction.showing(["x"]).hiding(["x"]) == redaction.hiding(["x"]))
    #expect(redaction.hiding(["x"]).showing(["x"]) == redaction.showing(["x"]))
    #expect(redaction.showing(["pin"]).hiding(["pin"]).hidesValue(of: "pin"))
    #expect(!Redaction.revealing.hiding(["iban"]).hidesValue(of: "iban"))
  }

  @Test(
    "fields are hidden unless they are known to be harmless, and secrets in their URLs are hidden",
    arguments: [
      ("Accept", "a/b", "a/b"), ("etag", "\"1\"", "\"1\""), ("Retry-After", "5", "5"),
      ("Authorization", "Bearer x", "<redacted>"), ("Set-Cookie", "a=b", "<redacted>"),
      ("X-Tenant", "a", "<redacted>"), ("X-Token-Count", "1", "<redacted>"),
      (
        "Location", "/a?code=1&access_token=s3cret#id_token=s3cret",
        "/a?code=1&access_token=<redacted>#id_token=<redacted>"
      ),
      ("Refresh", "0; url=/x?otp=s3cret", "0; url=/x?otp=<redacted>"),
      ("Link", "<https://a:s3cret@h/?token=s3cret>; rel=next", "<https://h/?token=<redacted>>; rel=next"),
      ("WWW-Authenticate", #"Basic realm="a", Bearer error="b""#, #"Basic realm="a", Bearer error="b""#),
      ("WWW-Authenticate", "Negotiate YIIs3cret==", "Negotiate <redacted>"),
    ])
  func fields(name: String, value: String, shown: String) {
    #expect(Redaction.standard.value(of: HTTPHeader(HTTPHeaderName(name), value)) == shown)
    #expect(Redaction.revealing.value(of: HTTPHeader(HTTPHeaderName(name), value)) == value)
  }

  @Test("a URL is printed without user, password and secret items, and otherwise unchanged")
  func url() throws {
    let url = try #require(URL(string: "https://ann:pa55@host:8080/a%2Fb?q=x%20y&api_key=s3cret'x&flag"))
    #expect(url.printable == "https://host:8080/a%2Fb?q=x%20y&api_key=<redacted>&flag")
    #expect(Redaction.revealing.url(url) == url.absoluteString)
    #expect(Redaction.standard.hiding(["Q"]).url(url).contains("q=<redacted>"))
    let shown = try #require(URL(string: "https://h/a;b=c?require-cookie=1&key=2&pin=3#/top"))
    #expect(shown.printable == shown.absoluteString)
  }

  @Test("a malformed URL is printed without the text before its last @")
  func malformedURLs() {
    #expect(Redaction.standard.malformedURL("https://u:p w/@@h:8o80/") == "https://h:8o80/")
    #expect(Redaction.standard.malformedURL("u:pw@h") == "h")
    #expect(BaseURL("https://u:s3cret@h:8o80/").description == "https://h:8o80/")
  }

  @Test("forms are redacted by the names of their items, whose values end at & alone")
  func forms() {
    let redaction = Redaction.standard
    #expect(redaction.query("a=1&password=x?#\" y") == "a=1&password=<redacted>")
    #expect(
      redaction.query("token=\u{301}x&\u{301}key=y&a=1&p%61ssword=b&otp=")
        == "token=<redacted>&\u{301}key=y&a=1&p%61ssword=<redacted>&otp=")
    #expect(redaction.query("user%5Bpassword%5D=x&a") == "user%5Bpassword%5D=<redacted>&a")
  }

  @Test(
    "bodies are printed by their media type; of HTML, XML and binary data the type and size",
    arguments: [
      ("a=1&password=x", "application/x-www-form-urlencoded", "a=1&password=<redacted>"),
      ("{\"password\":\"x\"}", nil, "{\"password\":\"<redacted>\"}"),
      ("{\"password\":\"x\"}", "text/plain; charset=utf-8", "{\"password\":\"<redacted>\"}"),
      ("data: {\"pwd\":1}\n\n", "text/event-stream", "data: {\"pwd\":0}\n\n"),
      ("{\"pwd\":\"a\"}\n{\"a\":1}\n", "application/x-ndjson", "{\"pwd\":\"<redacted>\"}\n{\"a\":1}\n"),
      ("password is Bearer s3cret", "text/plain", "password is Bearer <redacted>"),
      ("<p>hello</p>", "text/html; charset=utf-8", "(text/html, 12 bytes)"),
      ("<p/>", "application/xml", "(application/xml, 4 bytes)"),
      ("\0\u{1}", nil, "(2 bytes)"),
      ("xyz", "application/octet-stream", "(application/octet-stream, 3 bytes)"),
      ("", "text/html", "(empty)"),
    ])
  func bodies(text: String, type: String?, shown: String) {
    let type = type.flatMap(MediaType.init)
    #expect(Redaction.standard.body(Data(text.utf8), as: type, limit: 99) == shown)
  }

  @Test("secrets are redacted before a body is cut off")
  func cut() {
    let redaction = Redaction.standard
    #expect(redaction.body(Data("hello".utf8), as: .plainText, limit: 2) == "he… (5 bytes)")
    let token = "a ghp_c4n4ry7890abcdefghijklmn0123456789 b"
    for limit in 3..<20 {
      let shown = redaction.body(Data(token.utf8), as: .plainText, limit: limit)
      #expect(shown == "a <redacted> b".prefix(limit) + "… (42 bytes)")
    }
    let json = #"{"a":"token","token":"s3cret","b":2}"#
    for limit in 0..<json.utf8.count {
      #expect(!redaction.body(Data(json.utf8), as: .json, limit: limit).contains("s3"))
      #expect(!redaction.body(Data(json.utf8.prefix(limit)), as: .json, limit: 99).contains("s3"))
    }
    #expect(Redaction.revealing.body(Data("<p>".utf8), as: .html, limit: 9) == "<p>")
  }
}
