import Testing

@testable import Requisite

@Suite("Words of names")
struct NameWordsTests {
  private func words(_ name: String) -> [String] {
    NameWords(name).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "punctuation and capitals split a name",
    arguments: [
      ("", []), ("--", []), ("X-Api-Key", ["x", "api", "key"]), ("clientSecret", ["client", "secret"]),
      ("SAMLResponse", ["saml", "response"]), ("HTTPS", ["https"]), ("accessTOKEN", ["access", "token"]),
      ("XKey", ["xkey"]), ("a1B2", ["a1", "b2"]), ("user.pass[0]", ["user", "pass", "0"]),
      ("éKey", ["é", "key"]), ("KEYé", ["ke", "yé"]), ("to\u{301}ken", ["to", "ken"]),
    ])
  func words(name: String, expected: [String]) {
    #expect(words(name) == expected)
  }

  @Test("letters have the case that Unicode gives them")
  func caseMapping() {
    #expect(words("\u{212A}EY") == ["key"])
    #expect(words("ZİB") == ["zi\u{307}b"])
  }

  @Test("a name can consist of single letters")
  func letters() {
    #expect(NameWords("p-w-d").areLetters)
    #expect(!NameWords("p-wd").areLetters)
  }
}
