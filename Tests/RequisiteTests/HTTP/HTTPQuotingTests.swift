import Testing

@testable import Requisite

@Suite("Lists and parameters of header fields")
struct HTTPQuotingTests {
  @Test(
    "commas outside of quotes separate the members of a list, and empty members are left out",
    arguments: [
      ("", []), (" ,\t,", []), ("a", ["a"]), ("a b ,\tc", ["a b", "c"]), ("\" \" ,é ", ["\" \"", "é"]),
      (", a ,,b ,", ["a", "b"]),
      ("a=\"x, \\\", y\", b", ["a=\"x, \\\", y\"", "b"]), ("a=\"x, b", ["a=\"x, b"]),
      ("é,\u{301}", ["é", "\u{301}"]),
    ])
  func list(text: String, members: [String]) {
    #expect(HTTPQuoting.list(text).map(String.init) == members)
  }

  @Test(
    "semicolons outside of quotes separate a value and its parameters; the value may be empty",
    arguments: [
      ("", "", []), ("a", "a", []), (" ;a/b", "", ["a/b"]), ("a ;; b=1; ", "a", ["b=1"]),
      ("a; b=\"c;d\"", "a", ["b=\"c;d\""]),
    ])
  func item(text: String, value: String, parameters: [String]) {
    let item = HTTPQuoting.item(text)
    #expect(item.value == value)
    #expect(item.parameters.map(String.init) == parameters)
  }

  @Test("a media type and a disposition begin with a value", arguments: [";a/b", "a;b/c", "; filename=a"])
  func emptyValue(text: String) {
    #expect(MediaType(text) == nil)
    #expect(text.hasPrefix("a") || HTTPHeaders.ContentDisposition(text) == nil)
  }
}
