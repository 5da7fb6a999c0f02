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
    "<pre>{&quot;password&quot;:&quot;c4n4ry&quot;}</pre>", "&#34;token&#34;: &#x22;c4n4ry&#34; x\nnext",
    "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nc4n4ry\r\n--b--",
    "--b\nContent-Disposition: form-data; name=\"token\"; filename=\"x\"\nContent-Type: text/plain\n\nc4n4ry",
    #"{"log":"--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\nc4n4ry\r\n--b--"}"#,
    #"{"log":"user,password\nann,c4n4ry\n"}"#, #"{"log":"Bearer \"c4n4ry c4n4ry\" x"}"#,
    #"{"log":"curl --password \"c4n4ry c4n4ry\" x"}"#, #"{"a":"[\"Host\",\"x\",\"X-Api-Key\",\"c4n4ry\"]"}"#,
  ]

  @Test(
    "after an arrow, in pairs, named by an attribute, in blocks of YAML, and keys in PEM", arguments: texts)
  func hidden(text: String) {
    let redacted = Redaction.standard.text(text)
    #expect(!redacted.contains("c4n4ry"))
    #expect(redacted.contains(Redaction.mark))
  }

  @Test(
    "text that only looks like them stays",
    arguments: [
      "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----", #"["todo","c4n4ry"]"#,
      #"["password","user","email"]"#, #"<entry name="title">c4n4ry</entry>"#, "title: |\n  c4n4ry\n",
      "Tom &quot;the&quot; cat &amp; co: fine", "name: token\n\nc4n4ry",
      #"{"log":"a\nb\t\"c\"","n":"\u00e9"}"#,
      "a -> b > c", "page == 2", "x => y", "2026-03-01 - a",
    ])
  func shown(text: String) {
    #expect(Redaction.standard.text(text) == text)
  }

  @Test(
    "in the dumps of PHP, fields of forms, labels, options of commands and files of settings",
    arguments: [
      "[\"password\"]=>\n  string(6) \"c4n4ry\"", "[\"password\":protected]=>\n  string(6) \"c4n4ry\"",
      "[\"password\":\"User\":private]=>\n  string(8) \"a\"c4n4ry\"",
      "[\"password\"]=>\n  array(1) {\n    [0]=>\n    string(6) \"c4n4ry\"\n  }",
      "$_POST[\"password\"] = \"c4n4ry\"", "{'password': b'c4n4ry'}",
      #"<input type="hidden" name="csrf_token" value="c4n4ry">"#,
      #"<input type="hidden" value="c4n4ry" name="csrf_token">"#,
      #"<meta content="c4n4ry" name="csrf-token">"#,
      #"<input value="c4n4ry" type="password" name="x"><p>Hello</p>"#, #"<input value="c4n4ry" name="csrf""#,
      #"{"html":"<input value=\"c4n4ry\" name=\"csrf\">"}"#, #"<password value="c4n4ry"/>"#,
      "API-key: c4n4ry", "Api Key: c4n4ry", "Verification code: c4n4ry", "Card number: c4n4ry c4n4ry",
      "password = \"\"\"\nc4n4ry\nc4n4ry\"\"\"", "[db]\npassword = correct horse c4n4ry\nuser = ann",
      "password c4n4ry1x", "the password is c4n4ry1x.", "Token was \"c4n4ry1x\"",
      "login ann password c4n4ry1x", "mysql --password c4n4ry -h x",
      "tool --api-key c4n4ry",
      "curl -u ann:c4n4ry http://h", "Authorization=Token c4n4ry", "basic  c4n4ryabc",
      "id=sk_live_c4n4ry7890abcdefghij", "{\"a\":\"use ghp_c4n4ry7890abcdefghijklmn0123456789 now\"}",
      "xoxb-123456789012-1234567890123-c4n4ry", "sk-c4n4ry7890abcdefghijklmn0123456789",
    ])
  func notations(text: String) {
    hidden(text: text)
  }

  @Test(
    "on the lines after their name, in blocks and folded fields",
    arguments: [
      "Password:\n  c4n4ry\nnext: 1", "Password:\nc4n4ry", "- api_key:\n  c4n4ry",
      "tokens:\n- c4n4ry\n- c4n4ry\n",
      "password:\n  - c4n4ry\n", "credentials:\n  user: u\n  value: c4n4ry\nother: 1",
      "password: a\n  c4n4ry\nx: 1",
      "password: !secret |\n  c4n4ry\n", "password: | # note\n  c4n4ry\n", "- password:\n    c4n4ry\n- a: 1",
      "Authorization: Bearer\n c4n4ry", "password: 'it''s c4n4ry'", "tokens = [\"a\", \"c4n4ry\"]",
      "tokens = [\n \"a\",\n \"c4n4ry\"\n]",
    ])
  func below(text: String) {
    hidden(text: text)
  }

  @Test(
    "serialized by PHP, in pairs, in cells of HTML, cut tokens, access keys and options",
    arguments: [
      #"a:2:{s:4:"user";s:3:"ann";s:8:"password";s:6:"c4n4ry";}"#, #"s:8:"password";s:8:"a"c4n4ry";s:1:"b";"#,
      "O:4:\"User\":1:{s:14:\"\0User\0password\";s:6:\"c4n4ry\";}",
      #"{"a":"s:8:\"password\";s:6:\"c4n4ry\";"}"#,
      #"a:1:{s:8:"password";a:1:{i:0;s:6:"c4n4ry";}}"#, "[('X-Api-Key', 'c4n4ry'), ('a', 'b')]",
      "[(b'x-api-key', b'c4n4ry')]", "define('DB_PASSWORD', 'c4n4ry');",
      #"["Host","h","X-Api-Key","c4n4ry"]"#, #"{"op":"replace","path":"/password","value":"c4n4ry"}"#,
      #"{"field":"password","rejectedValue":"c4n4ry"}"#, "<name>password</name><value>c4n4ry</value>",
      "<tr><td>password</td><td>c4n4ry</td></tr>", "<dt>Password:</dt> <dd>c4n4ry</dd>",
      "<key>x token=c4n4ry</key>", "x eyJhbGciOiJub25lIn0.eyJc4n4ry y",
      "key AKIAC4N4RYEXAMPLE000 is AKIAc4n4ryEXAMPLE000",
      "AIzac4n4ryc4n4ryc4n4ryc4n4ryc4n4ry1234 AIzac4n4ryc4n4ryc4n4ryc4n4ryc4n4ry12345",
      "-----BEGIN PGP PRIVATE KEY BLOCK-----\nc4n4ry\n-----END PGP PRIVATE KEY BLOCK-----",
      #"sent Bearer "c4n4ry1x" to h"#, "curl --proxy-user ann:c4n4ry h", "curl -U ann:c4n4ry h",
    ])
  func others(text: String) {
    let redacted = Redaction.standard.text(
      text.replacing("AIzac4n4ryc4n4ryc4n4ryc4n4ryc4n4ry1234 ", with: ""))
    #expect(!redacted.contains("c4n4ry"), "\(redacted)")
    #expect(redacted.contains(Redaction.mark))
  }

  @Test(
    "text about a secret stays",
    arguments: [
      #"{"token_type":"bearer","max_tokens":100,"code":404}"#, "token_type=bearer", #"{"session_count":3}"#,
      #"{"password_required":false}"#, "s:4:\"user\";s:3:\"ann\";", "('user', 'ann')", "password:\n",
      "password:\n\nuser: ann",
      "<tr><td>name</td><td>Ann</td></tr>", "AKIA is a prefix", "a: b\n  c: d", "Your code is 123456",
    ])
  func facts(text: String) {
    shown(text: text)
  }

  @Test(
    "text that only looks like those stays",
    arguments: [
      "invalid password for user ann", "token expired at 2026", "unexpected token < in JSON",
      "primary key: id",
      "status code: 404", "error_code=E12345", "zip_code=12345", "order_number=A123456", "sort -u a",
      "npm_config_cache_2026_version_1", "some-long-slug-with-2026-in-it", "sk-SK", "title = a b c",
      #"<input type="text" value="ann" name="user">"#, #"<option value="1" name="size">One</option>"#,
      "[\"name\"]=>\n  string(3) \"ann\"", "Bearer token is missing", "the password is wrong",
      "password is required: 8 to 64", "token is 401",
    ])
  func ordinary(text: String) {
    shown(text: text)
  }

  @Test(
    "the token of a service in a URL is redacted, with any name", arguments: ["x/", "?a=", "?b=1&a=", "#a="])
  func serviceTokens(place: String) throws {
    let url = try #require(URL(string: "https://api.test/\(place)ghp_c4n4ry7890abcdefghijklmn0123456789"))
    #expect(Redaction.standard.url(url) == "https://api.test/\(place)<redacted>")
  }

  @Test("text after a secret stays")
  func rest() {
    #expect(Redaction.standard.text("password: |\n  x\nb: 1") == "password: <redacted>\nb: 1")
    #expect(
      Redaction.standard.text(#"<entry key="password">x</entry><b>1</b>"#).hasSuffix("</entry><b>1</b>"))
    #expect(
      Redaction.standard.text(#"<input value="x" name="csrf"><p>Hello</p>"#)
        == #"<input value="<redacted>" name="csrf"><p>Hello</p>"#)
    #expect(
      Redaction.standard.text("[db]\npassword = a b\nuser = c") == "[db]\npassword = <redacted>\nuser = c")
    #expect(Redaction.standard.text("--password abc, got 1") == "--password <redacted>, got 1")
    #expect(Redaction.standard.text("\(Self.pem) rest").hasSuffix("-----END RSA PRIVATE KEY----- rest"))
  }

  @Test("a web token in the path of a URL")
  func path() throws {
    let url = try #require(URL(string: "https://api.test/verify/eyJhbGciOiJub25lIn0.c4n4ry.x"))
    #expect(Redaction.standard.url(url) == "https://api.test/verify/<redacted>")
  }
}
