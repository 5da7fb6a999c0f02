import Testing

@testable import Requisite

@Suite("Challenges of WWW-Authenticate")
struct AuthenticationChallengeTests {
  private func challenges(_ values: String...) -> [AuthenticationChallenge] {
    HTTPHeaders(values.map { HTTPHeader(.wwwAuthenticate, $0) }).challenges
  }

  @Test("several challenges are separated, in one field and in several")
  func several() {
    let found = challenges(
      #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#, "Negotiate",
      "Negotiate YII==, Digest nonce = \"a,b=c\"")
    #expect(found.map(\.scheme) == ["Newauth", "Basic", "Negotiate", "Negotiate", "Digest"])
    #expect(found[0]["TITLE"] == #"Login to "apps""#)
    #expect(found[0]["type"] == "1")
    #expect(found[1]["realm"] == "simple")
    #expect(found[3].token == "YII==")
    #expect(found[4]["nonce"] == "a,b=c")
    #expect(found[4].isScheme("digest"))
  }

  @Test("a malformed challenge is skipped, and the others are read")
  func malformed() {
    #expect(challenges("", ",,", "=", "\"", "realm=\"x\"", "{}").isEmpty)
    #expect(challenges(#"Basic realm="open, Digest nonce="x""#).first?.scheme == "Basic")
    #expect(challenges(#"Basic realm="a", , ,charset=UTF-8"#).first?["charset"] == "UTF-8")
  }

  @Test("challenges with any values are written and read back")
  func roundTrip() {
    checkProperty { generator in
      let value = generator.text(0...12)
      let other = generator.text(0...12)
      let text = "Digest a=\(HTTPQuoting.quoted(value)), b=\(HTTPQuoting.quoted(other)), Basic c=d"
      let found = challenges(text)
      return found.count == 2 && found[0]["a"] == value && found[0]["b"] == other && found[1]["c"] == "d"
    }
  }

  @Test("no text ends the process")
  func anyText() {
    checkProperty { generator in
      _ = challenges(generator.text(0...40), "Digest " + generator.text(0...40))
      return true
    }
  }

  @Test("a challenge with 50,000 parameters is read in one pass", .timeLimit(.minutes(3)))
  func manyParameters() {
    let value = "Digest " + String(repeating: "a=b,", count: 50_000) + " Basic realm=x"
    let challenges = AuthenticationChallenge.list(value)
    #expect(challenges.map(\.parameters.count) == [50_000, 1])
  }

  @Test("A field with thousands of challenges has the first 256, with all of their parameters")
  func many() {
    let headers = HTTPHeaders([
      HTTPHeader(.wwwAuthenticate, "Bearer realm=\"a\", " + String(repeating: "Basic, ", count: 5_000))
    ])
    #expect(headers.challenges.count == 256)
    #expect(headers.challenges.first?["realm"] == "a")
    let last = challenges(String(repeating: "Basic, ", count: 255) + "Bearer realm=\"a\", scope=\"b\", Basic")
    #expect(last.count == 256 && last.last?["scope"] == "b")
  }
}
