import Testing

@testable import Requisite

@Suite("MultipartForm")
struct MultipartFormTests {
  private struct Upload: Request {
    typealias ReturnType = Void
    let path = "/photos"
    let method = HTTPMethod.post
    let body: MultipartForm
    var contentType = "multipart/form-data"
    var options = RequestOptions()
  }

  private struct UploadPerhaps: Request {
    typealias ReturnType = Void
    let path = "/photos"
    let method = HTTPMethod.post
    let body: MultipartForm?
  }

  private struct Meta: Encodable { let at = Date(timeIntervalSince1970: 0) }

  @Test("text, JSON and data parts are put together in memory, to the byte", .feature("D30"))
  func inMemory() throws {
    let form = MultipartForm(
      [
        .text("title", "Ferien\r\nam Meer é"), .json("meta", ["a": 1]),
        .data("raw", Data("xyz".utf8), fileName: "a.csv"), .data("plain", Data()),
        .text("note", "x", headers: ["X-Part": "1"]),
      ], boundary: "b0undary")
    let request = try Upload(body: form).built()
    #expect(request.headers[.contentType] == "multipart/form-data; boundary=b0undary")
    let expected = """
      --b0undary
      Content-Disposition: form-data; name="title"

      Ferien
      am Meer é
      --b0undary
      Content-Disposition: form-data; name="meta"
      Content-Type: application/json

      {"a":1}
      --b0undary
      Content-Disposition: form-data; name="raw"; filename="a.csv"
      Content-Type: text/csv

      xyz
      --b0undary
      Content-Disposition: form-data; name="plain"
      Content-Type: application/octet-stream


      --b0undary
      Content-Disposition: form-data; name="note"
      X-Part: 1

      x
      --b0undary--

      """
    #expect(request.body.text == expected.replacing("\n", with: "\r\n"))
  }

  @Test("names and file names are escaped as browsers do", .feature("D30", "F5"))
  func names() throws {
    let form = MultipartForm(
      [.data("a\"b\r\nc\\é%", Data(), fileName: "x\"\n.png")], boundary: "b")
    let text = try #require(try Upload(body: form).built().body.text)
    #expect(text.contains(#"name="a%22b%0D%0Ac\é%"; filename="x%22%0A.png""#))
    #expect(text.contains("Content-Type: image/png\r\n"))
  }

  @Test(
    "a value is encoded by the encoder of the request, or the client's, when the request is built",
    .feature("D30"))
  func encoders() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    let form = MultipartForm([.json("meta", Meta())], boundary: "b")
    #expect(
      try Upload(body: form).built(coders: BodyCoders(body: encoder)).body.text?.contains(#"{"at":0}"#)
        == true)
    let options = RequestOptions().with(\.bodyEncoder, encoder)
    #expect(try Upload(body: form, options: options).built().body.text?.contains(#"{"at":0}"#) == true)
    let list = MultipartForm.Part(
      name: "f", headers: [.contentType(.formURLEncoded)], content: .value(["a": "b c"]))
    #expect(try MultipartForm([list]).encoded().text?.contains("\r\n\r\na=b+c\r\n") == true)
  }

  @Test("the boundary is random by default, and fits RFC 2046", .feature("D30"))
  func randomBoundary() throws {
    let boundaries = (0..<100).map { _ in MultipartForm([]).boundary }
    #expect(Set(boundaries).count == 100)
    #expect(boundaries.allSatisfy(MultipartBoundary.isValid))
    #expect(try MultipartForm([], boundary: "b").encoded().text == "--b--\r\n")
  }

  @Test(
    "an invalid boundary is refused",
    arguments: [
      "", "a ", String(repeating: "x", count: 71), "a\"b", "a\r\nb", "é", "a;b", "a\\b",
    ])
  func badBoundary(boundary: String) {
    #expect(Upload(body: MultipartForm([], boundary: boundary)).fault()?.part == .body)
  }

  @Test("a boundary that is not a token is announced in quotes", .feature("D30"))
  func quotedBoundary() throws {
    let boundary = "a b:c=1?/(x)"
    let request = try Upload(body: MultipartForm([.text("a", "1")], boundary: boundary)).built()
    #expect(request.headers[.contentType] == "multipart/form-data; boundary=\"a b:c=1?/(x)\"")
    let type = try #require(MediaType(request.headers[.contentType] ?? ""))
    #expect(type[parameter: "boundary"] == boundary)
  }

  @Test("a boundary that occurs in a part is refused, and the part is named")
  func boundaryInside() throws {
    let form = MultipartForm([.text("a", "1"), .text("b", "x\r\n--zz--\r\n")], boundary: "zz")
    let fault = try #require(Upload(body: form).fault())
    #expect(fault.part == .body)
    #expect(fault.reason.contains("“b”"))
    #expect(Upload(body: MultipartForm([.text("a", "-zz -- zz")], boundary: "zz")).fault() == nil)
  }

  @Test("forbidden header fields, and values that cannot be encoded, are errors of the body")
  func badParts() throws {
    for headers: HTTPHeaders in [
      ["X": "a\r\nY: b"], ["A B": "x"], ["Content-Length": "1"], ["Content-Disposition": "inline"],
    ] {
      let fault = try #require(Upload(body: [.text("a", "1", headers: headers)]).fault())
      #expect(fault.part == .body)
      #expect(fault.reason.contains("“a”"))
    }
    let fault = try #require(Upload(body: [.json("a", ["b": Double.nan])]).fault())
    #expect(fault.part == .body && fault.underlyingError is EncodingError)
  }

  @Test("a form accepts only multipart content types, with the boundary of the form", .feature("E23"))
  func declared() throws {
    let form: MultipartForm = [.text("a", "1")]
    let mixed = try Upload(body: form, contentType: "multipart/mixed; x=1").built()
    #expect(mixed.headers[.contentType] == "multipart/mixed; x=1; boundary=\(form.boundary)")
    for type in ["application/json", "multipart/form-data; boundary=other", "none"] {
      #expect(Upload(body: form, contentType: type).fault()?.part == .body)
    }
  }

  @Test("nil sends no form, and an endpoint accepts a form", .feature("A12"))
  func otherWays() throws {
    #expect(try UploadPerhaps(body: nil).built().body.isNone)
    #expect(
      try UploadPerhaps(body: [.text("a", "1")]).built().headers[.contentType]?.hasPrefix("multipart/")
        == true)
    let form = MultipartForm([.text("a", "1")], boundary: "b")
    let request = try Endpoint<Void>.post("/photos", body: .multipart(form)).built()
    #expect(request.headers[.contentType] == "multipart/form-data; boundary=b")
    #expect(request.body.length == 59)
  }

  @Test("a file name without a name is refused, because only a field of a form has one")
  func nameless() {
    let part = MultipartForm.Part(name: nil, fileName: "a.txt", content: .data(Data("x".utf8)))
    let error = #expect(throws: NetworkRequestError.self) { try MultipartForm([part]).encoded() }
    #expect(error?.kind == .invalidRequest)
  }

  @Test(
    "a control character in a name or a file name is refused; line breaks are escaped",
    arguments: ["a\0b", "\u{1}", "a\u{1F}"])
  func controlCharacters(name: String) throws {
    for part in [MultipartForm.Part.text(name, "1"), .data("a", Data(), fileName: name)] {
      let error = #expect(throws: NetworkRequestError.self) { try MultipartForm([part]).encoded() }
      #expect(error?.kind == .invalidRequest)
    }
    _ = try MultipartForm([.text("a\r\nb\tc\"", "1")]).encoded()
  }
}
