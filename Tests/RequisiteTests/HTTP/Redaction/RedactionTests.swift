import Testing

@testable import Requisite

@Suite("Redaction")
struct RedactionTests {
  @Test(
    "names of secrets are distinguished from similar names",
    arguments: [
      ("Authorization", true), ("X-Api-Key", true), ("access_token", true), ("clientSecret", true),
      ("JSESSIONID", true), ("X-Amz-Signature", true), ("apikey", true), ("code_verifier", true),
      ("author", false), ("keyword", false), ("monkey", false), ("Content-Type", false), ("page", false),
      ("X-Author", false), ("title", false), ("sessions_count", false), ("password1", true),
      ("tokens[]", true),
      ("jwt", true), ("otp", true), ("assertion", true), ("SAMLResponse", true), ("PHPSESSID", true),
      ("X-ApiKey2", true), ("OTPCode", true), ("connect.sid", true), ("client_assertion", true),
      ("oldPasswords", true),
      ("total_tokens", false), ("monkeys", false), ("opinion", false), ("Set-Cookie2", true),
      ("user[password]", true),
      ("code", false), ("considerate", false), ("hotspot", false), ("verification_code", true),
      ("backupCodes", true), ("recovery_code", true), ("card_number", true), ("pAssWord", true),
      ("API-key", true),
      ("status_code", false), ("country_code", false), ("page_number", false),
      ("verification_code_expired", false),
    ])
  func names(name: String, isSecret: Bool) {
    #expect(SecretName.matches(name) == isSecret)
  }

  @Test("a URL is printed without user, password and secret query items, and otherwise unchanged")
  func url() throws {
    let url = try #require(URL(string: "https://ann:pa55@host:8080/a%2Fb?q=x%20y&api_key=s3cret&flag"))
    #expect(url.printable == "https://host:8080/a%2Fb?q=x%20y&api_key=<redacted>&flag")
    #expect(Redaction.revealing.url(url) == url.absoluteString)
    #expect(Redaction(names: ["Q"]).url(url).contains("q=<redacted>"))
  }

  @Test(
    "secret members are left out of JSON of any shape, cut off or not",
    arguments: [
      (#"{"token":"abc","a":1}"#, #"{"token":"<redacted>","a":1}"#),
      (#"{"a":{"password" : "x\"y" , "b":2}}"#, #"{"a":{"password" : "<redacted>" , "b":2}}"#),
      (#"[{"secret":{"deep":["x"]}},3]"#, #"[{"secret":"<redacted>"},3]"#),
      (#"{"key":123,"b":true}"#, #"{"key":"<redacted>","b":true}"#),
      (#"{"key":null}"#, #"{"key":"<redacted>"}"#),
      (#"{"a":"token","token":"cut o"#, #"{"a":"token","token":"<redacted>""#),
      (#"{"a":"\"token\":1"}"#, #"{"a":"\"token\":\"<redacted>\""}"#),
      ("no JSON \"at all", "no JSON \"at all"),
      (#"{"token":["a","b"],"c":1}"#, #"{"token":"<redacted>","c":1}"#),
      (#"{"p\u0061ssword":"a","c":1}"#, #"{"p\u0061ssword":"<redacted>","c":1}"#),
      ("{\"token\":\"\u{301}a,b\",\"c\":1}", #"{"token":"<redacted>","c":1}"#),
    ])
  func json(text: String, expected: String) {
    #expect(Redaction.standard.text(text) == expected)
  }

  @Test("bodies are printed by their type: JSON and forms without secrets, and of binary data the size")
  func bodies() {
    let redaction = Redaction.standard
    #expect(
      redaction.body(Data("a=1&password=x".utf8), as: .formURLEncoded, limit: 99) == "a=1&password=<redacted>"
    )
    let combining = "token=\u{301}x&\u{301}key=y&a=1"
    #expect(redaction.query(combining) == "token=<redacted>&\u{301}key=<redacted>&a=1")
    #expect(redaction.body(Data([0, 1, 2]), as: nil, limit: 99) == "(3 bytes)")
    #expect(redaction.body(Data("xyz".utf8), as: .octetStream, limit: 99) == "(3 bytes)")
    #expect(redaction.body(Data("hello".utf8), as: .plainText, limit: 2) == "he… (5 bytes)")
  }

  @Test("names with equal characters but different bytes are judged separately")
  func equalNames() {
    let text = "{\"pi\u{144}x\":\"a\",\"pin\u{301}x\":\"b\"}"
    #expect(Redaction.standard.text(text) == text.replacing("\"b\"", with: "\"<redacted>\""))
    #expect(Redaction.standard.query("pi\u{144}x=a&pin\u{301}x=b") == "pi\u{144}x=a&pin\u{301}x=<redacted>")
  }

  @Test("JSON is indented, with its members in order")
  func indented() {
    let text = #"{"b":[1,{"x":"a, {b}"}],"a":{},"c":[]}"#
    let expected = """
      {
        "b": [
          1,
          {
            "x": "a, {b}"
          }
        ],
        "a": {},
        "c": []
      }
      """
    #expect(JSONText.indented(text, upTo: 1_000) == expected)
    #expect(JSONText.indented(text, upTo: 20) == "{\n  \"b\": [\n    1,\n  …")
    #expect(JSONText.indented(#"{"a":1,"a":2}"#, upTo: 99) == "{\n  \"a\": 1,\n  \"a\": 2\n}")
    #expect(JSONText.indented(#"{"a":1"#, upTo: 99) == nil)
    #expect(JSONText.indented(#""long text""#, upTo: 5) == "\"long…")
  }
}
