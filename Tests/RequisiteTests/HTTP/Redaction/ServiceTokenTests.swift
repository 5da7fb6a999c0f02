import Testing

@testable import Requisite

@Suite("Tokens that their form identifies are redacted, whatever their name is")
struct ServiceTokenTests {
  @Test(
    "tokens with a prefix, in text and in URLs",
    arguments: [
      "SG.c4n4ry7890abcdefghij.c4n4ryKLMNOPqrstuvwxyz0123456789", "ya29.a0c4n4ry-7890_abcdefghij.k",
      "hvs.CAESc4n4ry7890abcdefghij", "lin_api_c4n4ry7890abcdefghij", "dckr_pat_c4n4ry7890abcdefghij",
      "xoxe.xoxp-1-c4n4ry7890abcdefghij", "gsk_c4n4ry7890abcdefghijk", "sk-or-v1-c4n4ry7890abcdefghijk",
      "AKIAC4N4RY7890ABCDEF", "ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJc4n4ry",
      "pscale_tkn_c4n4ry7890abcdefghij",
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

  @Test("the token of a bot in a path, with and without the host")
  func bot() throws {
    let token = "123456789:AAc4n4ry7890abcdefghijklmnopq-_rstu"
    let url = try #require(URL(string: "https://api.telegram.org/bot\(token)/sendMessage"))
    #expect(Redaction.standard.url(url) == "https://api.telegram.org/bot<redacted>/sendMessage")
    #expect(Redaction.standard.text("GET /bot\(token)/getMe") == "GET /bot<redacted>/getMe")
    #expect(
      Redaction.standard.text("%2Fbot\(token.replacing(":", with: "%3A"))%2FgetMe").contains("c4n4ry")
        == false)
  }

  @Test(
    "the path of a webhook up to its end",
    arguments: [
      ("https://hooks.slack.com/services/T1/B2/c4n4ry", "https://hooks.slack.com/<redacted>"),
      ("https://HOOKS.slack.com:443/services/T1/B2/c4n4ry?a=1", "https://HOOKS.slack.com:443/<redacted>?a=1"),
      ("https://u:p@hooks.slack.com/services/T1/c4n4ry", "https://hooks.slack.com/<redacted>"),
      ("https://discord.com/api/v10/webhooks/1/c4n4ry", "https://discord.com/api/v10/webhooks/<redacted>"),
      ("https://acme.webhook.office.com/webhookb2/c4n4ry@1/x", "https://acme.webhook.office.com/<redacted>"),
      (
        "https://maker.ifttt.com/trigger/e/with/key/c4n4ry",
        "https://maker.ifttt.com/trigger/e/with/key/<redacted>"
      ),
    ])
  func webhooks(text: String, shown: String) throws {
    #expect(Redaction.standard.url(try #require(URL(string: text))) == shown)
    #expect(Redaction.standard.text("to \(text) now") == "to \(shown) now")
    #expect(Redaction.standard.text("{\"url\":\"\(text)\"}") == "{\"url\":\"\(shown)\"}")
    let escaped = text.replacing("/", with: "%2F").replacing(":", with: "%3A")
    #expect(!Redaction.standard.text("next=\(escaped)").contains("c4n4ry"))
  }

  @Test(
    "what is no token stays",
    arguments: [
      "https://hooks.slack.com.api.test/services/T1/B2/x", "https://slack.com/services/T1/B2/x",
      "https://discord.com/api/v10/channels/1/messages", "12345678:30:15", "12345678:abc", "SG.1",
      "e.g. ya29.txt",
      "https://webhook.office.com.test/a", "https://hooks.slack.com/", "1234567890:short_value_1",
    ])
  func ordinary(text: String) {
    #expect(Redaction.standard.text(text) == text)
    if let url = URL(string: text), url.scheme == "https" { #expect(Redaction.standard.url(url) == text) }
  }
}
