import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Bodies that are part of a file", .timeLimit(.minutes(3)))
struct FilePartTests {
  private struct UploadPiece: Request {
    typealias ReturnType = Void
    let path = "/pieces"
    let method = HTTPMethod.put
    let body: HTTPBody
  }

  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.file("log", Data("0123456789".utf8))
  }

  @Test(
    "exactly the part is sent, with its length, also for another attempt", .feature("F34"),
    arguments: [(0, 4, "0123"), (4, nil, "456789"), (8, 2, "89"), (10, nil, ""), (3, 0, "")]
      as [(Int64, Int64?, String)])
  func parts(offset: Int64, length: Int64?, text: String) async throws {
    let stub = StubTransport { On(.put, "/pieces").respond(.status(503), .status(200)) }
    let client = APIClient.testing(stub.retried(.immediate()))
    let body = HTTPBody.file(file, offset: offset, length: length, contentType: "text/plain")
    try await client.dispatch(UploadPiece(body: body))
    #expect(stub.requests.map { String(decoding: $0.body, as: UTF8.self) } == [text, text])
    #expect(stub.requests.last?.headers[.contentType] == "text/plain")
    #expect(stub.requests.last?.request.body.length == Int64(text.utf8.count))
    let endpoint = Endpoint<Void>.put("/pieces", body: .file(file, offset: offset, length: length))
    try await client.dispatch(endpoint)
    #expect(stub.requests.last?.body == Data(text.utf8))
  }

  @Test(
    "a part that the file does not have is refused before anything is sent",
    arguments: [(11, nil), (8, 3), (-1, 1), (0, -1), (.max, .max), (1, .max)] as [(Int64, Int64?)])
  func absent(offset: Int64, length: Int64?) async throws {
    let client = APIClient.testing(UnimplementedTransport())
    let error = try await client.failure(of: UploadPiece(body: .file(file, offset: offset, length: length)))
    #expect(error.kind == .invalidRequest && error.description.contains("10 bytes"))
  }

  @Test("a missing file is refused, and a file that shrinks while it is sent is an error")
  func changed() async throws {
    let missing = folder.url.appendingPathComponent("none")
    let client = APIClient.testing(UnimplementedTransport())
    #expect(
      try await client.failure(of: UploadPiece(body: .file(missing, offset: 1))).kind == .invalidRequest)
    let body = try HTTPBody.file(file, offset: 2, length: 8).checked()
    try Data("012345".utf8).write(to: file)
    guard case .stream(let stream) = body.content else {
      Issue.record("not a stream")
      return
    }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await stream.checkedStream().collected(upTo: 100)
    }
    #expect(error?.code == .requestBodyStreamExhausted)
  }

  @Test("a file that grows after its end was read has still ended")
  func ended() async throws {
    var chunks = ByteStream.file(file).makeAsyncIterator()
    let all = try await chunks.next()
    let end = try await chunks.next()
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("more".utf8))
    try handle.close()
    let afterwards = try await chunks.next()
    #expect(all != nil && end == nil && afterwards == nil)
  }
}
