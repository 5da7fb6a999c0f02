import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

/// A secret is planted wherever a message can have one. No output may have it: as it is, percent-encoded, or in base 64.
@Suite("A secret planted in more than 2,000 places is in no output", .serialized)
struct SecretFuzzTests {
  private static let secret = "s3cr~et/Pa+ss"
  private static let names = [
    "password", "token[]", "jwt", "otp", "assertion", "SAMLResponse", "PHPSESSID", "access_token",
    "clientSecret", "X-Api-Key", "api_key", "user[password]", "user.password", "X-CSRF-Token",
    "code_verifier", "refreshToken", "passphrase", "id_token", "session_id", "Set-Cookie", "secret",
    "Authorization",
  ]
  private static let escaped = PercentEncoding.escape(secret, keeping: .unreserved)

  /// Text with a secret in it, by name, as a body or a value may have it.
  private static func texts(_ name: String) -> [String] {
    [
      #"{"\#(name)":"\#(secret)"}"#, #"{"a":[1,{"\#(name)" : {"b":["\#(secret)"]}}]}"#,
      #"{"a":1,"\#(name)":"\#(secret)"#, #"{"\#(name)":["\#(secret)", "x"],"b":2}"#,
      #"{"\u00\#(String(name.utf8.first ?? 0, radix: 16))\#(name.dropFirst())":"\#(secret)"}"#,
      "https://h/p?\(name)=\(escaped)#x", "https://h/p#\(name)=\(escaped)",
      "https://h/?next=https%3A%2F%2Fx%2F%3F\(name)%3D\(escaped)", #"say "https://h/?\#(name)=\#(escaped)""#,
      "0; url=/x?\(name)=\(escaped)",
    ]
  }

  private static func forms(_ name: String) -> [String] {
    [
      "a=1&\(name)=\(escaped)&b=2", "\(name)=\(escaped)",
      "%\(String(name.utf8.first ?? 0, radix: 16))\(name.dropFirst())=\(secret)",
    ]
  }

  private static let others = [
    "https://ann:\(escaped)@h/", "//ann:\(escaped)@h/", "https://u:\(escaped)@h:8o80/x",
    "see https://a:\(escaped)@h/x now", "Bearer \(secret)",
    "Basic \(Data("ann:\(secret)".utf8).base64EncodedString())",
  ]

  private static func isHeard(in text: String) -> Bool {
    let base64 = ["", "a", "ab"].map { start in
      // The middle of the base 64 of the secret, wherever its first byte falls.
      String(Data((start + secret).utf8).base64EncodedString().dropFirst(4).dropLast(4))
    }
    return ([secret, escaped, "Pa+ss", "Pa%2Bss"] + base64).contains {
      ByteSearch($0).occurs(in: Data(text.utf8))
    }
  }

  private static func expectSilence(_ value: Any, _ place: @autoclosure () -> String) {
    var text = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &text)
    if isHeard(in: text) { Issue.record("\(place()): \(text.prefix(2_000))") }
  }

  private static let types = [
    "application/json", "text/plain", "text/event-stream", "application/xml", "application/problem+json", nil,
  ]

  @Test("bodies of requests and responses, and the values made of them")
  func bodies() throws {
    let url = try #require(URL(string: "https://h/"))
    var places = 0
    let form: String? = "application/x-www-form-urlencoded"
    let bodies =
      (Self.names.flatMap(Self.texts) + Self.others).map { ($0, Self.types) }
      + Self.names.flatMap(Self.forms).map { ($0, [form]) }
    for (text, types) in bodies {
      for type in types {
        places += 1
        let headers = HTTPHeaders(type.map { [HTTPHeader(.contentType, $0)] } ?? [])
        let request = TransportRequest(
          method: .post, url: url, headers: headers, body: .data(Data(text.utf8), contentType: nil))
        let response = NetworkResponse(status: 400, headers: headers, data: Data(text.utf8), request: request)
        let failure = DecodingFailure(.keyPathNotFound("a"), type: Int.self, response: response)
        for output in [request.curlCommand, response.prettyPrinted] {
          if Self.isHeard(in: output) { Issue.record("\(type ?? "-"): \(text) is printed as \(output)") }
        }
        if places % 64 == 0 {
          Self.expectSilence(NetworkRequestError.badRequest(response), text)
          Self.expectSilence(NetworkRequestError.decodingError(failure), text)
          Self.expectSilence(RecordedRequest(request, body: Data(text.utf8)), text)
        }
      }
    }
    #expect(places > 1_200)
  }

  @Test("header fields, URLs, queries, forms, endpoints, keys of a cache, and errors that quote them")
  func values() throws {
    var places = 0
    for name in Self.names {
      let query = "a=1&\(name)=\(Self.escaped)"
      let urls = [
        "https://h/p?\(query)", "https://h/p#\(query)", "https://ann:\(Self.escaped)@h/p",
      ].compactMap { URL(string: $0.replacing("[", with: "%5B").replacing("]", with: "%5D")) }
      for url in urls {
        places += 6
        Self.expectSilence(TransportRequest(url: url), "URL")
        Self.expectSilence(Endpoint<Data>.get(RequestPath(absolute: url)), "endpoint")
        if let key = CachedResponse.Key(url) { Self.expectSilence(key, "key") }
        Self.expectSilence(BaseURL(url.absoluteString), "base URL")
        Self.expectSilence(InvalidRequest(.path, "“\(url.absoluteString)” is no path"), "error")
        #expect(!Self.isHeard(in: TransportRequest(url: url).curlCommand))
      }
      places += 6
      Self.expectSilence(QueryParams(items: [.init(name, Self.secret)]), name)
      Self.expectSilence(FormFields(items: [.init(name, Self.secret)]), name)
      Self.expectSilence(FormFields.Item(name, Self.secret), name)
      Self.expectSilence(
        Endpoint<Data>.get("/x", query: QueryParams(items: [.init(name, Self.secret)])), name)
      let field = "a=1; \(name)=\(Self.secret)"
      Self.expectSilence(HTTPHeader("X-State", field), name)
      Self.expectSilence(BaseURL("https://u:\(Self.secret)@h:8o80/?\(name)=\(Self.escaped)"), name)
      for header in ["Location", "Link", "Referer", "Refresh", "Content-Location", "X-Forwarded-Uri"] {
        for value in [
          "<https://h/?\(query)>; rel=next", "0; url=https://h/#\(query)", "https://u:\(Self.escaped)@h/",
        ] {
          places += 1
          Self.expectSilence(HTTPHeaders([HTTPHeader(HTTPHeaderName(header), value)]), "\(header): \(value)")
        }
      }
    }
    #expect(places > 900)
  }
}
