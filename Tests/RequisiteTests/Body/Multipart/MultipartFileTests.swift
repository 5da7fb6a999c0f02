import TestSupport
import Testing

@testable import Requisite

@Suite("Files in a MultipartForm", .timeLimit(.minutes(1)))
struct MultipartFileTests {
  private struct Upload: Request {
    typealias ReturnType = Void
    let path = "/photos"
    let method = HTTPMethod.post
    let body: MultipartForm
  }

  @Test("a form with a file is a stream of known length that can be read again", .feature("D30"))
  func stream() async throws {
    let folder = try TemporaryFolder()
    let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    let photo = try folder.file("Fötö.JPG", bytes)
    let empty = try folder.file("empty.unknown", Data())
    let form = MultipartForm(
      [.text("a", "1"), .file("photo", photo), .file("empty", empty, fileName: "none"), .text("z", "2")],
      boundary: "b")
    let request = try Upload(body: form).built()
    guard case .stream(let stream) = request.body.content else { throw NoStream() }
    #expect(stream.isReplayable)
    let sent = try await request.body.bytes()
    #expect(stream.length == Int64(sent.count))
    #expect(try await request.body.bytes() == sent)

    let read = try MultipartForm(decoding: sent, boundary: "b")
    #expect(read.parts.map(\.name) == ["a", "photo", "empty", "z"])
    #expect(read["photo"]?.data == bytes)
    #expect(read["photo"]?.fileName == "Fötö.JPG")
    #expect(read["photo"]?.contentType == MediaType("image", "jpeg"))
    #expect(read["empty"]?.data == Data())
    #expect(read["empty"]?.fileName == "none")
    #expect(read["empty"]?.contentType == .octetStream)
    #expect(read["z"]?.text == "2")
  }

  @Test("a file is never loaded whole: its chunks have 64 KiB at most", .feature("D30", "F19"))
  func chunks() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("big", Data(repeating: 1, count: 300_000))
    let request = try Upload(body: [.file("f", file)]).built()
    guard case .stream(let stream) = request.body.content else { throw NoStream() }
    var sizes: [Int] = []
    for try await chunk in stream.makeStream() { sizes.append(chunk.count) }
    #expect(sizes.allSatisfy { $0 <= 64 << 10 })
    #expect(sizes.count == 7)
  }

  @Test(
    "a missing file, a directory and a URL that is not a file's are errors of the body, before anything is sent"
  )
  func badFiles() throws {
    let folder = try TemporaryFolder()
    let web = try #require(URL(string: "https://h.example/a.png"))
    for url in [folder.url.appending(path: "missing.png"), folder.url, web] {
      let fault = try #require(Upload(body: [.text("a", "1"), .file("photo", url)]).fault())
      #expect(fault.part == .body)
      #expect(fault.reason.contains(url.lastPathComponent))
    }
  }

  @Test("a file that changes its length while it is sent fails the stream", arguments: [10, 0, 150_000])
  func changed(length: Int) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("f", Data(repeating: 1, count: 100_000))
    let request = try Upload(body: [.file("f", file)]).built()
    try Data(repeating: 2, count: length).write(to: file)
    let error = await #expect(throws: NetworkRequestError.self) { _ = try await request.body.bytes() }
    guard case .urlSessionFailed(let failure) = error else { throw NoStream() }
    #expect(failure.code == .requestBodyStreamExhausted)
    #expect(failure.description.contains(file.path))
  }

  @Test("a file that is removed before it is sent fails the stream, with the cause")
  func gone() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("f", Data(repeating: 1, count: 10))
    let request = try Upload(body: [.file("f", file)]).built()
    try FileManager.default.removeItem(at: file)
    let error = await #expect(throws: NetworkRequestError.self) { _ = try await request.body.bytes() }
    guard case .invalidRequest(let fault) = error else { throw NoStream() }
    #expect(fault.part == .body && fault.reason.contains(file.path))
    #expect((fault.underlyingError as? FileFailure)?.code == .ENOENT)
  }

  @Test("A stream of a file ends at the end of the file, or when the task is cancelled")
  func fileStream() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("f", Data(repeating: 1, count: 70_000))
    #expect(try await ByteStream.file(file).collected(upTo: .max).count == 70_000)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await ByteStream.file(file).collected(upTo: .max)
    }
    let error = await #expect(throws: NetworkRequestError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }

  private struct NoStream: Error {}
}
