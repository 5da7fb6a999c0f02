import Testing

@testable import Requisite

@Suite("Credentials that their shape reveals are redacted, wherever they stand")
struct CredentialShapeTests {
  private static let pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIEc4n4ry\n-----END RSA PRIVATE KEY-----"

  @Test(
    "tokens with a prefix, in text and in URLs",
    arguments: [
      "SG.c4n4ry7890abcdefghij.c4n4ryKLMNOPqrstuvwxyz0123456789", "ya29.a0c4n4ry-7890_abcdefghij.k",
      "hvs.CAESc4n4ry7890abcdefghij", "lin_api_c4n4ry7890abcdefghij", "dckr_pat_c4n4ry7890abcdefghij",
      "xoxe.xoxp-1-c4n4ry7890abcdefghij", "gsk_c4n4ry7890abcdefghijk", "sk-or-v1-c4n4ry7890abcdefghijk",
      "AKIAC4N4RY7890ABCDEF", "ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJc4n4ry",
      "pscale_tkn_c4n4ry7890abcdefghij", "sk-c4n4ry7890abcdefghijklmn0123456789",
      "AIzac4n4ryc4n4ryc4n4ryc4n4ryc4n4ry12345", "eyJhbGciOiJub25lIn0.eyJc4n4ry",
      "eyJhbGciOiJub25lIn0.c4n4ry.x",
    ])
  func prefixes(token: String) throws {
    for text in ["the id \(token) is old", "id=\(token)&a=1", "{\"id\":\"\(token)\"}", token] {
      let shown = Redaction.standard.text(text)
      #expect(!shown.lowercased().contains("c4n4ry") && shown.contains(Redaction.mark), "\(text)")
    }
    for place in ["x/\(token)", "x/\(token)/y", "?a=\(token)", "?a=1&b=\(token)&c=2", "#\(token)"] {
      let shown = Redaction.standard.url(try #require(URL(string: "https://api.test/\(place)")))
      #expect(!shown.lowercased().contains("c4n4ry") && shown.contains(Redaction.mark), "\(place)")
    }
  }

  @Test(
    "URLs that are credentials",
    arguments: [
      ("https://hooks.slack.com/services/T1/B2/c4n4ry", "https://hooks.slack.com/<redacted>"),
      ("https://u:p@hooks.slack.com/services/T1/c4n4ry?a=1", "https://hooks.slack.com/<redacted>?a=1"),
      ("https://discord.com/api/webhooks/1/c4n4ry", "https://discord.com/api/webhooks/<redacted>"),
      ("https://acme.webhook.office.com/webhookb2/c4n4ry@1/x", "https://acme.webhook.office.com/<redacted>"),
      ("https://api.telegram.org/bot123:AAc4n4ry/getMe", "https://api.telegram.org/bot<redacted>"),
    ])
  func webhooks(text: String, shown: String) throws {
    #expect(Redaction.standard.url(try #require(URL(string: text))) == shown)
    #expect(Redaction.standard.text("to \(text) now") == "to \(shown) now")
    #expect(Redaction.standard.text("{\"url\":\"\(text)\"}") == "{\"url\":\"\(shown)\"}")
    let escaped = text.replacing("/", with: "%2F").replacing(":", with: "%3A").replacing("?", with: "%3F")
    #expect(!Redaction.standard.query("next=\(escaped)").contains("c4n4ry"))
  }

  @Test(
    "the token after an authentication scheme",
    arguments: [
      ("sent Bearer s3cret.abc, got 401", "sent Bearer <redacted>, got 401"),
      ("basic  YTpi==\nx", "basic  <redacted>\nx"), ("(DPoP aB)", "(DPoP <redacted>)"),
      ("Authorization: Bearer c4n4ry-7f3a", "Authorization: Bearer <redacted>"),
      ("Bearer a/b", "Bearer <redacted>"), ("NTLM TlRM", "NTLM <redacted>"),
    ])
  func schemes(text: String, shown: String) {
    #expect(Redaction.standard.text(text) == shown)
  }

  @Test("private keys in PEM, up to their last line, and cut off")
  func privateKeys() {
    #expect(
      Redaction.standard.text("x \(Self.pem) y")
        == "x -----BEGIN RSA PRIVATE KEY<redacted>-----END RSA PRIVATE KEY----- y")
    #expect(
      !Redaction.standard.text(#"{"data":"\#(Self.pem.replacing("\n", with: "\\n"))"}"#).contains("c4n4ry"))
    for text in ["-----BEGIN PRIVATE KEY-----c4n4ry", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nc4n4ry"] {
      #expect(!Redaction.standard.text(text).contains("c4n4ry"))
    }
  }

  @Test(
    "what is no credential stays",
    arguments: [
      "https://hooks.slack.com.api.test/services/T1/B2/x", "https://slack.com/services/T1/B2/x",
      "https://discord.com/api/v10/channels/1/messages", "12345678:30:15", "SG.1", "e.g. ya29.txt",
      "https://hooks.slack.com/", "npm_config_cache_2026_version_1", "sk-SK", "AKIA is a prefix",
      "some-long-slug-with-2026-in-it", "eyJpZCI6MTIzNDU2Nzg5MH0", "eyJ", "Basic authentication is required",
      "Bearer token is missing.", "Bearer tokens.", #"Bearer realm="a", error="b""#, "Basic realm=a", "Basic",
      #"Digest realm="a", nonce="b""#, "Basic ", "rebearer a1", "x ghp_short1 y",
      "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----", "-----BEGIN ", "a - b -- c",
    ])
  func ordinary(text: String) {
    #expect(Redaction.standard.text(text) == text)
    if let url = URL(string: text), url.scheme == "https" { #expect(Redaction.standard.url(url) == text) }
  }
}
