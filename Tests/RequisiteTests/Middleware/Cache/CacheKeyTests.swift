import Foundation
import Testing

@testable import Requisite

@Suite("Cache keys")
struct CacheKeyTests {
  private func key(_ text: String) -> String? { URL(string: text).flatMap { CachedResponse.Key($0) }?.url }

  @Test(
    "Equivalent URLs have one key", .feature("C9"),
    arguments: [
      ("https://api.test/a?b=c", "https://api.test/a?b=c"), ("HTTPS://API.Test:443/a", "https://api.test/a"),
      ("http://api.test:80", "http://api.test/"), ("http://api.test?x", "http://api.test/?x"),
      ("https://api.test/a#part", "https://api.test/a"), ("https://api.test:80/A", "https://api.test:80/A"),
      ("https://api.test:8443/", "https://api.test:8443/"), ("http://[::1]:80/", "http://[::1]/"),
      ("https://api.test/a?u=http://x@y/", "https://api.test/a?u=http://x@y/"),
    ])
  func normalized(text: String, normal: String) {
    #expect(key(text) == normal)
  }

  @Test(
    "a URL with a user or without a host has no key, and a change to it removes the URL without the user",
    .feature("C9"))
  func userInfo() throws {
    let url = try #require(URL(string: "https://user:secret@api.test/a"))
    #expect(CachedResponse.Key(url) == nil)
    #expect(CachedResponse.Key(changed: url)?.url == "https://api.test/a")
    #expect(key("mailto:a@b") == nil)
    let withoutHost = try #require(URL(string: "https:///a"))
    #expect(CachedResponse.Key(withoutHost) == nil)
  }

  @Test(
    "variants are distinguished by the values of the fields, and secrets only by their hash", .feature("C9"))
  func varying() throws {
    let request: HTTPHeaders = [
      HTTPHeader(.accept, " a/b "), HTTPHeader(.accept, "c/d"),
      HTTPHeader(.authorization, "Bearer canary-7f3a"),
    ]
    let varying = try #require(
      VaryingFields(vary: ["Vary": "Accept, authorization, X-None,, "], request: request))
    #expect(varying.fields.map(\.name) == ["accept", "authorization", "x-none"])
    #expect(varying.fields[0].value == "a/b, c/d")
    #expect(varying.fields[1].value == SHA256.hexadecimal("Bearer canary-7f3a"))
    #expect(varying.fields[2].value == nil)
    #expect(
      varying.firstDifference(in: ["ACCEPT": "a/b, c/d", "Authorization": "Bearer canary-7f3a"]) == nil)
    #expect(
      varying.firstDifference(in: ["Accept": "c/d, a/b", "Authorization": "Bearer canary-7f3a"]) == "Accept")
    #expect(
      varying.firstDifference(in: ["Accept": "a/b, c/d", "Authorization": "Bearer other"]) == .authorization)
    let more: HTTPHeaders = ["Accept": "a/b, c/d", "Authorization": "Bearer canary-7f3a", "X-None": ""]
    #expect(varying.firstDifference(in: more) == "X-None")
  }

  @Test("values with equal characters but different bytes are two variants", .feature("C9"))
  func varyingByBytes() throws {
    let (one, other): (HTTPHeaders, HTTPHeaders) = (["X-User": "\u{E9}"], ["X-User": "e\u{301}"])
    let varying = try #require(VaryingFields(vary: ["Vary": "X-User"], request: one))
    #expect(varying.firstDifference(in: one) == nil && varying.firstDifference(in: other) == "X-User")
    #expect(try varying != #require(VaryingFields(vary: ["Vary": "X-User"], request: other)))
  }

  @Test("Vary: * and a malformed Vary match no other request", .feature("C9"))
  func varyAll() {
    for vary in ["*", "Accept, *", "Acc ept", "\"Accept\""] {
      #expect(VaryingFields(vary: ["Vary": vary], request: [:]) == nil, "\(vary)")
    }
    #expect(VaryingFields(vary: [:], request: ["A": "b"]) == VaryingFields.none)
    #expect(VaryingFields(vary: ["Vary": ""], request: [:]) == VaryingFields.none)
  }
}
