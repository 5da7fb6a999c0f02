import Testing

@testable import Requisite

@Suite("Secrets are left out of text of any kind")
struct TextRedactorTests {
  @Test(
    "the values of secret names, in any notation",
    arguments: [
      ("a=1;token=s3cret;b=2", "a=1;token=<redacted>;b=2"),
      ("https://ann:s3cret@host/x?a=1#access_token=s3cret", "https://host/x?a=1#access_token=<redacted>"),
      ("0; url=https://h/?otp=s3cret", "0; url=https://h/?otp=<redacted>"),
      ("<https://h/?token=s3cret>; rel=next", "<https://h/?token=<redacted>>; rel=next"),
      (#"{"a":"{\"token\":\"s3cret\"}"}"#, #"{"a":"{\"token\":\"<redacted>\"}"}"#),
      (#"{"a":"{\u0022token\u0022:\u0022s3cret\u0022}"}"#, #"{"a":"{\"token\":\"<redacted>\"}"}"#),
      (#"{"url":"https:\/\/ann:s3cret@host\/"}"#, #"{"url":"https://host/"}"#),
      ("next=https%3A%2F%2Fh%2F%3Ftoken%3Ds3cret&b=1", "next=<redacted>&b=1"),
      ("next=a%253Ftoken%253Ds3cret", "next=<redacted>"),
      ("p%61ssword=s3cret&x=1", "p%61ssword=<redacted>&x=1"),
      ("<user><password>s3cret</password></user>", "<user><password><redacted></password></user>"),
      ("<key>password</key> <string>s3cret</string>", "<key>password</key> <string><redacted></string>"),
      (#"<login password="s3cret" user="ann"/>"#, #"<login password="<redacted>" user="ann"/>"#),
      (#"[{"name":"password","value":"s3cret"}]"#, #"[{"name":"password","value":"<redacted>"}]"#),
      (#"[{"value":"s3cret","name":"password"}]"#, #"[{"value":"<redacted>","name":"password"}]"#),
      (
        #"{"name":"pass\u0077ord","meta":{"a":[{}]},"value":{"a":["s3cret"]} }"#,
        #"{"name":"pass\u0077ord","meta":{"a":[{}]},"value":"<redacted>" }"#
      ),
      (
        #" [1, {"pin" : 12345, "s\u0065cret" : [ "s3cret" ] , "b" : 2}]"#,
        #" [1, {"pin" : "<redacted>", "s\u0065cret" : "<redacted>" , "b" : 2}]"#
      ),
      ("password: s3cret word\nuser: ann", "password: <redacted>\nuser: ann"),
      ("sent Bearer s3cret.abc, got 401", "sent Bearer <redacted>, got 401"),
      ("x eyJhbGciOiJIUzI1NiJ9.e30.abc y", "x <redacted> y"),
      ("?code=s3cret&state=xyz", "?code=<redacted>&state=xyz"),
      ("grant_type=authorization_code&code=s3cret", "grant_type=authorization_code&code=<redacted>"),
      ("https://u:s3cret@h:8o80/", "https://h:8o80/"), ("https:///u:s3cret@h/", "https:///h/"),
      ("https://u:s3cr/et@h/", "https://h/"),
    ])
  func values(text: String, expected: String) {
    #expect(Redaction.standard.text(text) == expected)
    #expect(!Redaction.standard.text(text).contains("s3cret"))
  }

  @Test(
    "other text stays",
    arguments: [
      #"{"code":404,"message":"duplicate key: email"}"#, "code=GB&country=1", "text/html; charset=utf-8",
      "Sat, 21 Nov 2026 19:50:37 GMT", "https://host/@user/a%20b?q=x%3Dy#top",
      "Basic authentication is required",
      "<https://h/?page=2>; rel=next", "max-age=60, must-revalidate", "a < b && c: d", "\\", "%", "\"", "eyJ",
      "100 % of",
      #"Digest realm="a", nonce="b""#, #"{"usage":{"total_tokens":17}}"#,
    ])
  func others(text: String) {
    #expect(Redaction.standard.text(text) == text)
  }

  @Test("a malformed URL is printed without the text before its last @")
  func malformedURLs() {
    #expect(Redaction.standard.malformedURL("https://u:p w/@@h:8o80/") == "https://h:8o80/")
    #expect(Redaction.standard.malformedURL("u:pw@h") == "h")
    #expect(BaseURL("https://u:s3cret@h:8o80/").description == "https://h:8o80/")
  }

  @Test("deeply nested JSON is indented to a limit, and beyond 512 levels unchanged")
  func depth() throws {
    for (open, close) in [("[", "]"), (#"{"a":["#, "]}")] {
      let deep = String(repeating: open, count: 256) + String(repeating: close, count: 256)
      let indented = try #require(JSONText.indented(deep, upTo: 4_096))
      #expect(indented.utf8.count < 4_096 + 100)
      #expect(JSONText.indented(String(repeating: open, count: 4_000), upTo: 4_096) == nil)
    }
  }
}
