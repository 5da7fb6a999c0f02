import Requisite
import Testing

@testable import RequisiteWebSocket

@Suite("The response to a handshake", .timeLimit(.minutes(1)))
struct HandshakeResponseTests {
  /// Takes a text in pieces; returns the response, whether it is complete, and the number of bytes after it.
  private func take(
    _ text: String, inPiecesOf size: Int
  ) throws -> (response: HandshakeResponse, isComplete: Bool, rest: Int) {
    var (response, isComplete, rest) = (HandshakeResponse(), false, 0)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { bytes in
        var input = bytes
        if !isComplete { isComplete = try response.take(&input) }
        rest += input.count
      }
    }
    return (response, isComplete, rest)
  }

  @Test(
    "The bytes after a 101 are left for the frames, however the response is split",
    arguments: [1, 2, 7, 1000])
  func accepted(size: Int) throws {
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nA: 1\r\n\r\n"
    let text = interim + "HTTP/1.1 101 Yes\r\nB: 2\r\nB: 3\n\r\nframe"
    let (response, isComplete, rest) = try take(text, inPiecesOf: size)
    #expect(response.status == 101 && isComplete && rest == 5)
    #expect(response.headers == ["B": "2", "B": "3"])
  }

  static let bodies: [(fields: String, body: String, isComplete: Bool)] = [
    ("Content-Length: 5\r\n", "Hello", true), ("Content-Length: 0\r\n", "", true),
    ("Content-Length: 6\r\n", "Hello", false), ("", "Hello", false),
    ("Content-Length: +5\r\n", "Hello", false),
    ("Transfer-Encoding: chunked\r\n", "2;x=y\r\nHe\r\n3\r\nllo\r\n0\r\nT: 1\r\n\r\n", true),
    ("Transfer-Encoding: chunked\r\nContent-Length: 1\r\n", "5\r\nHello\r\n0\r\n\r\n", true),
    ("Transfer-Encoding: chunked\r\n", "5\r\nHello\r\nx\r\n", true),
  ]

  @Test("The body of another status is read by its length, by chunks, or until the end", arguments: bodies)
  func body(_ sample: (fields: String, body: String, isComplete: Bool)) throws {
    for size in [1, 1000] {
      var (response, isComplete, _) = try take(
        "HTTP/1.1 403 Forbidden\r\n\(sample.fields)\r\n\(sample.body)", inPiecesOf: size)
      let length = sample.fields.contains("Length: 0") ? "" : "Hello"
      #expect(String(decoding: response.body, as: UTF8.self) == length)
      #expect(isComplete == sample.isComplete)
      #expect(response.end() && response.status == 403)
    }
  }

  static let unusual: [(status: String, fields: String, body: String, size: Int, isComplete: Bool)] = [
    ("204 No", "", "Hello", 0, true), ("304 No", "Content-Length: 5\r\n", "Hello", 0, true),
    ("403 No", "Transfer-Encoding: chunked, x\r\n", "Hello", 5, false),
    ("403 No", "Transfer-Encoding: chunked\r\n", "5 ;x\r\nHello\r\n0\r\n\r\n", 5, true),
  ]

  @Test(
    "A status without a body has none, and other codings are not taken for chunks",
    arguments: unusual)
  func unusualBody(
    _ sample: (status: String, fields: String, body: String, size: Int, isComplete: Bool)
  ) throws {
    let text = "HTTP/1.1 \(sample.status)\r\n\(sample.fields)\r\n\(sample.body)"
    let (response, isComplete, _) = try take(text, inPiecesOf: 1000)
    #expect(response.body.count == sample.size && isComplete == sample.isComplete)
  }

  @Test("The chunks of a body may be many, though their lines are longer than a header section may be")
  func manyChunks() throws {
    let chunks = String(repeating: "1\r\na\r\n", count: 20_000)
    let text = "HTTP/1.1 403 No\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n"
    let (response, isComplete, _) = try take(text, inPiecesOf: 1000)
    #expect(response.body.count == 20_000 && isComplete)
  }

  @Test("Interim responses have one limit together, which a server cannot pass by many of them")
  func interimResponses() {
    let text = String(repeating: "HTTP/1.1 103 Early Hints\r\nA: 1\r\n\r\n", count: 2000)
    #expect(throws: WebSocketFailure.self) { try take(text, inPiecesOf: 1000) }
  }

  @Test("A field with NUL is refused")
  func nul() {
    #expect(throws: WebSocketFailure.self) { try take("HTTP/1.1 101 Yes\r\nA: 1\0\r\n", inPiecesOf: 1000) }
  }

  @Test("No more than 64 KiB of a body is read")
  func limit() throws {
    let text = "HTTP/1.1 500 No\r\n\r\n" + String(repeating: "a", count: 70_000)
    let (response, isComplete, _) = try take(text, inPiecesOf: 999)
    #expect(response.body.count == 65_536 && isComplete)
  }

  static let malformed = [
    "HTTP/2 101 Yes\r\n\r\n", "HTTP/1.1 1O1 Yes\r\n\r\n", "HTTP/1.1 099 No\r\n\r\n",
    "\r\nHTTP/1.1 101 Yes\r\n",
    "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 101 Yes\r\nno field\r\n", "HTTP/1.1 101 Yes\r\n folded: 1\r\n",
    "HTTP/1.1 101 Yes\r\nA : 1\r\n", "HTTP/1.1 101 Yes\r\nA: 1\r2\r\n",
    "HTTP/1.1 101 Yes\r\nA: \(String(repeating: "a", count: 66_000))",
  ]

  @Test("A malformed header section is refused", arguments: malformed)
  func malformedHead(_ text: String) {
    for size in [1, 100_000] {
      let error = #expect(throws: WebSocketFailure.self) { try take(text, inPiecesOf: size) }
      #expect(error?.kind == .handshake)
    }
  }

  @Test("A connection that ends within the header section has no response")
  func cut() throws {
    var (response, isComplete, _) = try take("HTTP/1.1 101 Yes\r\nA: 1\r\n", inPiecesOf: 1)
    #expect(!isComplete && !response.end())
  }
}
