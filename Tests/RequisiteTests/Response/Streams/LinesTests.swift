import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Lines", .timeLimit(.minutes(1)))
struct LinesTests {
  private func lines(
    _ chunks: [Data], type: String? = "text/plain", options: RequestOptions = RequestOptions()
  ) async throws -> [String] {
    try await APIClient.answering(.chunks(chunks, contentType: type)).dispatch(ReadLog(options: options))
      .all()
  }

  @Test("lines are whole with any chunks, also if a chunk ends within a character", .feature("F8"))
  func everywhere() async throws {
    let text = "\u{FEFF}one\r\n\r\nzwei é 👩\rdrei\nend"
    for chunks in Chunking.all(Data(text.utf8)) {
      #expect(try await lines(chunks) == ["one", "", "zwei é 👩", "drei", "end"])
    }
  }

  @Test("a byte order mark alone is a text without lines, and one with a line end is an empty line")
  func markAlone() async throws {
    for chunks in Chunking.all(Data("\u{FEFF}".utf8)) { #expect(try await lines(chunks) == []) }
    for chunks in Chunking.all(Data("\u{FEFF}\r\n".utf8)) { #expect(try await lines(chunks) == [""]) }
  }

  @Test("a response of any type is requested as a stream, and an empty one has no lines")
  func asked() async throws {
    let stub = StubTransport { On.any().respond(.status(204)) }
    #expect(try await APIClient.testing(stub).dispatch(ReadLog()).all() == [])
    #expect(stub.requests.first?.delivery == .streamed)
    #expect(stub.requests.first?.headers[.accept] == nil)
  }

  @Test("lines are decoded by the charset of the response, and malformed bytes become U+FFFD")
  func charsets() async throws {
    let latin = Data([0x63, 0x61, 0x66, 0xE9, 0x0A, 0x21])
    #expect(try await lines([latin], type: "text/plain; charset=iso-8859-1") == ["café", "!"])
    #expect(try await lines([latin]) == ["caf\u{FFFD}", "!"])
    let japanese = Data([0x83, 0x65, 0x0D, 0x0A, 0x83, 0x58])
    #expect(try await lines([japanese], type: "text/plain; charset=Shift_JIS") == ["テ", "ス"])
    #expect(try await lines([Data("a\u{FEFF}\n\u{FEFF}b".utf8)]) == ["a\u{FEFF}", "\u{FEFF}b"])
  }

  @Test(
    "a charset that is unknown, or has no lines of bytes, is an error", arguments: ["klingon", "utf-16le"])
  func noCharset(name: String) async throws {
    let client = APIClient.answering(.chunks(["a\n"], contentType: "text/plain; charset=\(name)"))
    let error = try await client.failure(of: ReadLog())
    #expect(error.decodingFailure?.description.contains(name) == true)
  }

  @Test("the error of a line that is too long has its number and beginning, and ends the lines")
  func tooLong() async throws {
    let options = RequestOptions().with(\.maximumLineLength, 8)
    let client = APIClient.answering(.chunks(["12345678\nab", "cdefgh", "ijk\nnext\n"]))
    var lines = try await client.dispatch(ReadLog(options: options)).makeAsyncIterator()
    #expect(try await lines.next() == "12345678")
    let error = await #expect(throws: NetworkRequestError.self) { try await lines.next() }
    let failure = try #require(error?.decodingFailure)
    guard case .lineTooLong(2, limit: 8) = failure.reason else { throw failure.wrong }
    #expect(failure.response?.data == Data("abcdefgh".utf8))
    #expect(failure.response?.status == 200 && failure.request?.url.path == "/log")
    #expect(failure.description.contains("line 2 is longer than 8 bytes — the line begins: abcdefgh"))
    #expect(try await lines.next() == nil)
  }

  @Test("an error of the stream comes after the whole lines, and ends them")
  func lost() async throws {
    let response = StubResponse.chunks(["a\nb\nhalf"], failing: TransportFailure(.networkConnectionLost))
    var lines = try await APIClient.answering(response).dispatch(ReadLog()).makeAsyncIterator()
    #expect(try await lines.next() == "a")
    #expect(try await lines.next() == "b")
    let error = await #expect(throws: NetworkRequestError.self) { try await lines.next() }
    #expect(error?.kind == .urlSessionFailed)
    #expect(error?.request?.url.path == "/log")
    #expect(try await lines.next() == nil)
  }

  @Test("an error status is thrown by the dispatch, with its body")
  func status() async throws {
    let error = try await APIClient.answering(.text("no\nway", status: 403)).failure(of: ReadLog())
    #expect(error.response?.data == Data("no\nway".utf8))
  }

  @Test("an error status whose body is cut off is the error of that status, with the bytes that arrived")
  func brokenStatus() async throws {
    var response = StubResponse.chunks(["no ", "way"], failing: TransportFailure(.networkConnectionLost))
    response.status = 503
    let error = try await APIClient.answering(response).failure(of: ReadLog())
    #expect(error.status == 503)
    #expect(error.response?.data == Data("no way".utf8))
  }

  @Test("a chunk is read when its lines are needed", .feature("F8"))
  func pace() async throws {
    let pulled = Locked(0)
    let stream = ByteStream { () async throws(NetworkRequestError) -> Data? in
      pulled.withLock { count in
        count += 1
        return Data("one\ntwo\nth".utf8)
      }
    }
    let response = TransportResponse(status: 200, url: .api, body: .stream(stream))
    let lines = try Lines(
      response: NetworkResponse(response, to: TransportRequest(url: .api)), decoder: JSONDecoder())
    var iterator = lines.makeAsyncIterator()
    #expect(pulled.withLock { $0 } == 0)
    for _ in 0..<2 { _ = try await iterator.next() }
    #expect(pulled.withLock { $0 } == 1)
    #expect(try await iterator.next() == "thone")
    #expect(pulled.withLock { $0 } == 2)
  }

  @Test("cancelling the reader is a cancellation error")
  func cancelled() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) {
      On.any().respond(.chunks(["a\n", "b\n"], every: .seconds(1)))
    }
    let lines = try await APIClient.testing(stub).dispatch(ReadLog())
    let reader = Task { try await lines.all() }
    try await clock.sleepers(1)
    reader.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await reader.value }
    #expect(error?.isCancellation == true)
  }

  @Test("the deadline of the call also limits the lines")
  func deadline() async throws {
    let clock = TestClock()
    let stub = StubTransport(clock: CallClock(clock)) {
      On.any().respond(.chunks(["a\n", "b\n", "c\n"], every: .seconds(2)))
    }
    let client = APIClient.testing(stub, clock: CallClock(clock))
    var lines = try await client.dispatch(ReadLog(options: RequestOptions(deadline: .seconds(3))))
      .makeAsyncIterator()
    #expect(try await lines.next() == "a")
    // Asleep: the stub's wait, and the deadline beside it.
    async let moved: Void = clock.advance(by: .seconds(2), whenAsleep: 2)
    #expect(try await lines.next() == "b")
    try await moved
    async let movedAgain: Void = clock.advance(by: .seconds(1), whenAsleep: 2)
    let error = await #expect(throws: NetworkRequestError.self) { try await lines.next() }
    try await movedAgain
    #expect(error?.kind == .deadlineExceeded)
  }
}

extension TestClock {
  /// Moves the clock when `count` sleepers wait.
  func advance(by duration: Duration, whenAsleep count: Int) async throws {
    try await sleepers(count)
    advance(by: duration)
  }
}

extension DecodingFailure {
  /// To be thrown where the reason is another than expected.
  var wrong: Wrong { Wrong(words: description) }
  struct Wrong: Error { let words: String }
}
