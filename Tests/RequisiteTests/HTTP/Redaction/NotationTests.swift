import TestSupport
import Testing

@testable import Requisite

@Suite("Secrets in the notations of other programs are redacted")
struct NotationTests {
  private static let pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIEc4n4ry\n-----END RSA PRIVATE KEY-----"

  static let texts = [
    #"{"password"=>"c4n4ry"}"#, ":password=>\"c4n4ry\"", "[password] => c4n4ry", "password == c4n4ry",
    #"[["password","c4n4ry"],["user","ann"]]"#, #"{"headers":[["X-Api-Key","c4n4ry"]]}"#,
    #"<entry key="password">c4n4ry</entry>"#, #"<string name="password">c4n4ry</string>"#,
    #"<field name='api_key'><value>c4n4ry</value></field>"#,
    "password: |\n  c4n4ry\n\n  c4n4ry\nb: 1", "password: >-\n  c4n4ry", "password: |2\n  c4n4ry\n",
    pem, "x \(pem) y", #"{"data":"\#(pem.replacing("\n", with: "\\n"))"}"#,
    "-----BEGIN PRIVATE KEY-----c4n4ry",
    "passkey=c4n4ry", "masterkey=c4n4ry", "encryptionkey=c4n4ry", "subscriptionkey=c4n4ry", "creds=c4n4ry",
  ]

  @Test(
    "with an arrow, as pairs, named by an attribute, in blocks of YAML, and keys in PEM", arguments: texts)
  func hidden(text: String) {
    let redacted = Redaction.standard.text(text)
    #expect(!redacted.contains("c4n4ry"))
    #expect(redacted.contains(Redaction.mark))
  }

  @Test(
    "what only looks like them stays",
    arguments: [
      "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----", #"["todo","c4n4ry"]"#,
      #"["password","user","email"]"#, #"<entry name="title">c4n4ry</entry>"#, "title: |\n  c4n4ry\n",
      "a -> b > c", "page == 2", "x => y", "2026-03-01 - a",
    ])
  func shown(text: String) {
    #expect(Redaction.standard.text(text) == text)
  }

  @Test("what follows a secret stays")
  func rest() {
    #expect(Redaction.standard.text("password: |\n  x\nb: 1") == "password: <redacted>\nb: 1")
    #expect(
      Redaction.standard.text(#"<entry key="password">x</entry><b>1</b>"#).hasSuffix("</entry><b>1</b>"))
    #expect(Redaction.standard.text("\(Self.pem) rest").hasSuffix("-----END RSA PRIVATE KEY----- rest"))
  }

  @Test("a web token in the path of a URL")
  func path() throws {
    let url = try #require(URL(string: "https://api.test/verify/eyJhbGciOiJub25lIn0.c4n4ry.x"))
    #expect(Redaction.standard.url(url) == "https://api.test/verify/<redacted>")
  }
}
