import Testing

@testable import Requisite

@Suite("Reading multipart messages")
struct MultipartReadingTests {
  private func read(_ text: String, boundary: String = "b") throws(DecodingError) -> MultipartForm {
    try MultipartForm(decoding: Data(text.utf8), boundary: boundary)
  }

  private func problem(_ text: String, boundary: String = "b") -> String? {
    do {
      _ = try read(text, boundary: boundary)
      return nil
    } catch {
      return error.explanation
    }
  }

  @Test("parts with their names, file names, header fields and content", .feature("D30"))
  func parts() throws {
    let form = try read(
      "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        + "--b\r\ncontent-disposition: Form-Data; filename=\"x%22y.txt\"; name=f\r\nContent-Type: text/plain\r\n\r\n"
        + "\r\n2\r\n\r\n--b--\r\n")
    #expect(form.parts.map(\.name) == ["a", "f"])
    #expect(form["a"]?.text == "1")
    #expect(form["f"]?.fileName == "x\"y.txt")
    #expect(form["f"]?.text == "\r\n2\r\n")
    #expect(form["f"]?.contentType?.subtype == "plain")
    #expect(form["f"]?.headers.contains(.contentDisposition) == false)
  }

  @Test("parts of one name are found in their order, also those that were appended", .feature("D30"))
  func namedParts() throws {
    var form = try read(
      "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\n2\r\n--b--\r\n")
    form.append(.text("a", "3"))
    #expect(form.parts(named: "a").map(\.text) == ["1", "3"])
    #expect(form.parts(named: "x").isEmpty)
    #expect(form["a"]?.text == "1")
  }

  @Test("text around the message and padding after a boundary are skipped", .feature("D30"))
  func surroundings() throws {
    let form = try read("preamble --b\r\n--b \t\r\n\r\n1\r\n--b--  \r\n--b\r\nepilogue")
    #expect(form.parts.map(\.text) == ["1"])
    #expect(form.parts.first?.name == nil)
    #expect(try read("\r\n--b\r\n\r\n1\r\n--b--").parts.count == 1)
    #expect(try read("--b--\r\n").parts.isEmpty)
  }

  @Test("a line that only begins with the boundary is content", .feature("D30"))
  func longerBoundary() throws {
    let form = try read("--b\r\n\r\n--bc\r\n--bc--\r\n --b\r\n--b--x\r\n--b--")
    #expect(form.parts.map(\.text) == ["--bc\r\n--bc--\r\n --b\r\n--b--x"])
  }

  @Test("a part may have no fields, and no content", .feature("D30"))
  func emptyParts() throws {
    #expect(try read("--b\r\n\r\n--b\r\n\r\n\r\n--b\r\nX: 1\r\n\r\n--b--").parts.map(\.text) == ["", "", ""])
    #expect(try read("--b\r\nX: 1\r\n\r\n--b--").parts.first?.headers["X"] == "1")
  }

  @Test("a folded field is one field", .feature("D30"))
  func foldedFields() throws {
    let part = try #require(
      try read(
        "--b\r\nContent-Disposition: form-data;\r\n name=\"a\";\r\n\t filename=\"x\"\r\nX: 1\r\n \r\n 2\r\n\r\n3\r\n--b--"
      ).parts.first)
    #expect(part.name == "a" && part.fileName == "x" && part.text == "3")
    #expect(part.headers["X"] == "1  2")
  }

  @Test(
    "a backslash before a quotation mark is an escape, and any other one is a part of the name",
    arguments: [
      (#"filename="a \"b\".txt"; name="f""#, #"a "b".txt"#), (#"name="f"; filename="\"; \"""#, #""; ""#),
      (#"name="f"; filename="C:\dir\a.txt""#, #"C:\dir\a.txt"#), (#"name="f"; filename="a\""#, #"a\"#),
      (#"filename="a\"; name="f""#, #"a\"#),
    ])
  func escapedQuotes(parameters: String, fileName: String) throws {
    let message = "--b\r\nContent-Disposition: form-data; \(parameters)\r\n\r\n1\r\n--b--"
    let part = try #require(try read(message).parts.first)
    #expect(part.name == "f" && part.fileName == fileName)
  }

  @Test("a disposition other than form-data stays a header field", .feature("D30"))
  func otherDispositions() throws {
    let part = try #require(
      try read("--b\r\nContent-Disposition: attachment; filename=\"x\"\r\n\r\n1\r\n--b--").parts.first)
    #expect(part.name == nil)
    #expect(part.headers[.contentDisposition] == "attachment; filename=\"x\"")
  }

  @Test(
    "a malformed message is refused with the reason", .feature("D30"),
    arguments: [
      ("", "does not occur"), ("no boundary", "does not occur"), ("--b\r\n\r\n1", "closing boundary"),
      ("--b\r\n\r\n1\r\n--b\r\n", "closing boundary"), ("--b\n\n1\n--b--", "does not occur"),
      ("--b\r\nX: 1\r\n--b--", "no empty line"), ("--b\r\nX 1\r\n\r\n1\r\n--b--", "not a header field"),
      ("--b\r\n: 1\r\n\r\n1\r\n--b--", "not a header field"),
      ("--b\r\n folded\r\n\r\n1\r\n--b--", "not a header field"),
      ("--b\r\nX: 1\n folded\r\n\r\n1\r\n--b--", "not a header field"),
      ("--b\r\nX : 1\r\n\r\n1\r\n--b--", "not a header field"),
      ("--b\r\nX: a\u{0}b\r\n\r\n1\r\n--b--", "not a header field"),
      ("--b\r\nX: a\rb\r\n\r\n1\r\n--b--", "header field"),
      ("--b\r\nX: a\nY: b\r\n\r\n1\r\n--b--", "header field"),
      ("--b\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--", "part 2: no name"),
      ("--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--b--", "malformed"),
      ("--b\r\nContent-Disposition: form-data; name=\"a\"b\r\n\r\n1\r\n--b--", "malformed"),
      ("--b\r\nContent-Disposition: form-data; name=a b\r\n\r\n1\r\n--b--", "malformed"),
      ("--b\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n1\r\n--b--", "twice"),
    ])
  func malformed(text: String, expected: String) throws {
    #expect(try #require(problem(text)).contains(expected))
  }

  @Test("malformed text is refused in header fields, and kept in content", .feature("D30"))
  func bytes() throws {
    var message = Data("--b\r\n\r\n".utf8)
    let content = Data([0, 0xFF, 0x0D, 0x0A, 0x2D, 0x2D, 0x0D])
    message.append(content + Data("\r\n--b--".utf8))
    #expect(try MultipartForm(decoding: message, boundary: "b").parts.first?.data == content)
    let slice = (Data("xyz".utf8) + message).dropFirst(3)
    #expect(try MultipartForm(decoding: slice, boundary: "b").parts.first?.data == content)
    let bad = Data("--b\r\nX: ".utf8) + [0xFF] + Data("\r\n\r\n1\r\n--b--".utf8)
    #expect(throws: DecodingError.self) { try MultipartForm(decoding: bad, boundary: "b") }
    #expect(problem("--b--", boundary: "") != nil)
  }

  @Test(
    "a response is read by the boundary of its Content-Type, or fails as a decoding error", .feature("D30"))
  func response() throws {
    struct Batch: Request {
      typealias ReturnType = MultipartForm
      let path = "/batch"
    }
    let request = try Batch().built()
    #expect(request.headers[.accept] == nil)
    func response(_ type: String?, _ body: String) -> NetworkResponse {
      let headers = HTTPHeaders(type.map { [HTTPHeader(.contentType, $0)] } ?? [])
      return NetworkResponse(status: 200, headers: headers, data: Data(body.utf8), request: request)
    }
    let good = response("multipart/mixed; boundary=\"b c\"", "--b c\r\n\r\n1\r\n--b c--")
    #expect(try Batch().decode(good, using: JSONDecoder()).parts.map(\.text) == ["1"])
    for (type, body) in [
      ("multipart/mixed", "--b--"), ("text/plain; boundary=b", "--b--"), (nil, "--b--"),
      ("multipart/mixed; boundary=b", "--c--"),
    ] {
      let error = #expect(throws: NetworkRequestError.self) {
        try Batch().decode(response(type, body), using: JSONDecoder())
      }
      #expect(error?.kind == .decodingError)
    }
  }

  @Test("reading hostile messages takes time in proportion to their bytes", .feature("D30"))
  func linear() throws {
    // With quadratic work this would be 10^12 steps and never end; no clock is needed to tell.
    let lines = String(repeating: "\r\n--", count: 500_000) + String(repeating: "\r\n--bb", count: 200_000)
    let form = try read("--b\r\n\r\n\(lines)\r\n--b--")
    #expect(form.parts.first?.data?.count == lines.utf8.count)
    let many = String(repeating: "--b\r\n\r\n1\r\n", count: 50_000)
    #expect(try read("\(many)--b--").parts.count == 50_000)
  }
}
