import Testing

@testable import Requisite

@Suite("Columns of secrets in tables of text")
struct TableRedactorTests {
  @Test(
    "are redacted in each row",
    arguments: [
      ("user,password\nann,c4n4ry\nbob,c4n4ry2\n", "user,password\nann,<redacted>\nbob,<redacted>\n"),
      ("user,password\r\nann,c4n4ry\r\n", "user,password\r\nann,<redacted>\r\n"),
      (#""user","password"\#n"a, b","c4""n4ry"\#n"#, "\"user\",\"password\"\n\"a, b\",\"<redacted>\"\n"),
      ("id;api_key;name\n1;c4n4ry;x", "id;api_key;name\n1;<redacted>;x"),
      ("user\ttoken\nann\tc4n4ry\n\nend", "user\ttoken\nann\t<redacted>\n\nend"),
      (
        "| user | password |\n|------|----------|\n| ann  | c4n4ry c   |",
        "| user | password |\n|------|----------|\n| ann  | <redacted>   |"
      ),
      (
        "+---+\n| id | secret |\n+----+---+\n| 1 | c4n4ry |\n+--+\nDone",
        "+---+\n| id | secret |\n+----+---+\n| 1 | <redacted> |\n+--+\nDone"
      ),
    ])
  func redacted(text: String, expected: String) {
    #expect(Redaction.standard.text(text) == expected)
  }

  @Test(
    "sentences, lists, other columns and tables of settings stay",
    arguments: [
      "user,name\nann,Ann\n", "password|user|email", "user, password and email\nare required, please",
      "key,value\na,b",
      "Fields: user, password\nTotal: 3, 4", "model,tokens\ngpt,100", "user,password\nare wrong",
      "a,b\nuser,password",
    ])
  func shown(text: String) {
    #expect(Redaction.standard.text(text) == text)
  }
}
