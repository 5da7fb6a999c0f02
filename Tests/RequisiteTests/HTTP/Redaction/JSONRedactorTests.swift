import Testing

@testable import Requisite

@Suite("Secret members are hidden in JSON, and keep their type")
struct JSONRedactorTests {
  @Test(
    "complete, cut off, with escapes and in lines",
    arguments: [
      (#"{"token":"abc","a":1}"#, #"{"token":"<redacted>","a":1}"#),
      (#"{"a":{"password" : "x\"y" , "b":2}}"#, #"{"a":{"password" : "<redacted>" , "b":2}}"#),
      (#"[{"secret":{"deep":["x",{"a":1}]}},3]"#, #"[{"secret":{"deep":["<redacted>",{"a":0}]}},3]"#),
      (#"{"otp":-12.5e3,"cvv":true,"b":true}"#, #"{"otp":0,"cvv":false,"b":true}"#),
      (#"{"secret":null,"token":"","a":[]}"#, #"{"secret":null,"token":"","a":[]}"#),
      (#"{"token":["a",[1,null],"b"],"c":1}"#, #"{"token":["<redacted>",[0,null],"<redacted>"],"c":1}"#),
      (
        #"{"token":{"name":"x","token":"y"},"name":"z"}"#,
        #"{"token":{"name":"<redacted>","token":"<redacted>"},"name":"z"}"#
      ),
      (#"{"a":"token","token":"cut o"#, #"{"a":"token","token":"<redacted>"#),
      (#"{"a":1,"token":"cut \"#, #"{"a":1,"token":"<redacted>"#), (#"{"otp":12"#, #"{"otp":0"#),
      (#"{"token":[1,"s3cret"#, #"{"token":[0,"<redacted>"#),
      (#"{"p\u0061ssword":"a","c":1}"#, #"{"p\u0061ssword":"<redacted>","c":1}"#),
      ("{\"token\":\"\u{301}a,b\",\"c\":1}", #"{"token":"<redacted>","c":1}"#),
      ("{\"token\"\n:\n\"a\"}\n{\"a\":\"b\"}", "{\"token\"\n:\n\"<redacted>\"}\n{\"a\":\"b\"}"),
      (#"{"token":s3cret x, "a":1}"#, #"{"token":<redacted> <redacted>, "a":1}"#),
      (#"{"token":1}{"a":2}"#, #"{"token":0}{"a":2}"#), ("\u{FEFF} [{\"pwd\":1}]", "\u{FEFF} [{\"pwd\":0}]"),
      (#"{"url":"https:\/\/ann:s3cret@host\/?token=s3cret"}"#, #"{"url":"https://host/?token=<redacted>"}"#),
      (
        #"{"a":"x\nBearer s3cret","b":"Bearer s3cret"}"#,
        #"{"a":"x\nBearer <redacted>","b":"Bearer <redacted>"}"#
      ),
      (#"{"a":"{\"token\":\"s3cret\",\"b\":1}"}"#, #"{"a":"{\"token\":\"<redacted>\",\"b\":1}"}"#),
      (#"{"a":"{\"token\":\"s3cr"#, #"{"a":"{\"token\":\"<redacted>"#),
      (#"token="s3c\"ret" a"#, #"token="<redacted>" a"#),
      (#"{"a":"token=\"s3\\\"cret\" y"}"#, #"{"a":"token=\"<redacted>\" y"}"#),
      (#"{"a":"token=\"s3cret x\" y"}"#, #"{"a":"token=\"<redacted>\" y"}"#),
      (#"{"token[0]":"s3cret","0":1}"#, #"{"token[0]":"<redacted>","0":1}"#),
      (#"{"next":"https://h/?token=s3cret x","n":1}"#, #"{"next":"https://h/?token=<redacted> x","n":1}"#),
    ])
  func members(text: String, shown: String) {
    #expect(Redaction.standard.text(text) == shown)
    #expect(!shown.contains("s3cret"))
  }

  @Test(
    "other members stay",
    arguments: [
      #"{"key":1,"pin":4,"publicKey":"a","nextPageToken":"b","code":404}"#, #"{"a":"password","b":"token"}"#,
      #"["password","a"]"#, #"[{"name":"password","value":"x"}]"#,
      #"{"a":"\u00e9\"","b":"\ud800"}"#, "{", "[\"", "{\"a\\",
    ])
  func others(text: String) {
    #expect(Redaction.standard.text(text) == text)
  }

  @Test("JSON within strings within strings is hidden at any depth, and stays JSON")
  func nested() throws {
    var text = #"{"token":"s3cret"}"#
    for _ in 0..<8 {
      text = String(decoding: try JSONCoding().encode(["a": text]), as: UTF8.self)
      let shown = Redaction.standard.text(text)
      #expect(!shown.contains("s3cret"))
      #expect(try JSONCoding().decode([String: String].self, from: Data(shown.utf8)).count == 1)
    }
  }

  @Test("what was JSON is JSON afterwards, and can be decoded as before")
  func decodes() throws {
    struct Login: Codable { var token: Token, pin: Int, password: String?, secret: Bool }
    struct Token: Codable { var id: Int, scopes: [String], expires: Double }
    let login = Login(
      token: Token(id: 7, scopes: ["a"], expires: 1.5), pin: 4, password: "s3cret", secret: true)
    let text = String(decoding: try JSONCoding().encode(login), as: UTF8.self)
    let read = try JSONCoding().decode(Login.self, from: Data(Redaction.standard.text(text).utf8))
    #expect(read.token.id == 0 && read.token.scopes == ["<redacted>"] && read.token.expires == 0)
    #expect(read.pin == 4 && read.password == "<redacted>" && !read.secret)
  }
}
