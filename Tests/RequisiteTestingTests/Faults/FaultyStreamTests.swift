import Requisite
import RequisiteTesting
import Testing

@Suite(
  "Streams of the test kit keep what comes at their end, and check what was announced",
  .timeLimit(.minutes(1)))
struct FaultyStreamTests {
  private struct Text: Request {
    typealias ReturnType = Lines
    let path = "/text"
  }

  private func trailer(over transport: some Transport) async throws -> String? {
    let lines = try await APIClient(baseURL: "https://api.test", transport: transport).dispatch(Text())
    for try await _ in lines {}
    return lines.end?.trailers["X-Sum"]
  }

  private var stub: StubTransport {
    StubTransport { On("/text").respond(StubResponse.text("ab\ncd").trailers(["X-Sum": "1"])) }
  }

  @Test(
    "a fault that changes a stream keeps its trailers",
    arguments: [Fault.slow(chunk: 3, every: .zero), .corrupt, .cut(after: 100)])
  func faults(_ fault: Fault) async throws {
    #expect(try await trailer(over: stub.faults(fault)) == "1")
  }

  @Test("a recorded stream keeps its trailers")
  func recorded() async throws {
    let folder = try RecordingFolder()
    #expect(try await trailer(over: stub.replayed(from: folder.file, mode: .all)) == "1")
  }

  @Test("chunks of any size are slow once")
  func size() async throws {
    let slow = stub.faults(.slow(chunk: .max, every: .zero))
    let response = try await slow.send(get("https://api.test/text"))
    guard case .data(let data) = response.body else { throw Mismatch("the body is not in memory") }
    #expect(data == Data("ab\ncd".utf8))
  }

  @Test("a body of another length than announced is refused, as by a transport")
  func announced() async throws {
    let stub = StubTransport { On.any().respond(status: 200) }
    let url = try #require(URL(string: "https://api.test/a"))
    let body = HTTPBody.stream(BodyStream(length: 99, ByteStream(Data("abc".utf8))))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await stub.send(TransportRequest(method: .post, url: url, body: body))
    }
    guard case .urlSessionFailed(let failure) = error else { throw Mismatch("the body was accepted") }
    #expect(failure.code == .requestBodyStreamExhausted)
  }

  @Test("a byte order mark is part of a recorded body")
  func mark() throws {
    let data = Data("\u{FEFF}a,b\r\nc".utf8)
    let body = RecordedBody(data, type: "text/csv")
    let read = try JSONCoding().decode(RecordedBody.self, from: JSONCoding().encode(body))
    #expect(read == .text("\u{FEFF}a,b\r\nc"))
  }
}
