import Foundation
import Testing

@testable import Requisite

@Suite("Encoded tokens")
struct AccessTokenCodingTests {
  @Test("a token is encoded and decoded unchanged, with and without its optional parts", .feature("F20"))
  func roundTrip() throws {
    let tokens = [
      AccessToken("a"),
      AccessToken(
        "a", refreshToken: "r", expiry: Date(timeIntervalSince1970: 1_700_000_000.5),
        scope: ["read", "write"], identity: "ann"),
    ]
    for token in tokens {
      let data = try JSONEncoder().encode(token)
      #expect(try JSONDecoder().decode(AccessToken.self, from: data) == token)
    }
    let text = String(decoding: try JSONEncoder().encode(tokens[1]), as: UTF8.self)
    for name in ["access_token", "refresh_token", "expiry", "scope"] { #expect(text.contains("\"\(name)\"")) }
    #expect(!"\(tokens[1])".contains("\"r\"") && !String(reflecting: tokens[1]).contains("Secret(text"))
  }

  @Test(
    "a text without a token is refused", .feature("F20"),
    arguments: ["{}", #"{"access_token":1}"#, #"{"refresh_token":"r"}"#])
  func malformed(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(AccessToken.self, from: Data(json.utf8)) }
  }
}
