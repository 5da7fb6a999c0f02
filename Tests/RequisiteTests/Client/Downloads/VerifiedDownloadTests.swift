import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Downloads whose file must have a digest", .timeLimit(.minutes(3)))
struct VerifiedDownloadTests {
  private let text = "0123456789"
  private let digest = "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"

  @Test("a file with the digest is kept, after an interruption too; a URL is enough", .feature("F14", "F41"))
  func kept() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let client = APIClient(
      baseURL: "https://api.test", transport: server.faults(.cut(after: 4).calls(1)), clock: .continuous)
    let file = try await client.download(
      URL.api("/file"), to: folder.url.appending(path: "file"), verifying: .sha256(digest.uppercased()),
      retrying: .constant(.zero, attempts: 3))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-"])
  }

  @Test("the digest of bytes, of a body in memory, of a part of a file and of a stream")
  func digests() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "file")
    try Data("<\(text)>".utf8).write(to: file)
    #expect(FileDigest.sha256(of: text.utf8).hexadecimal == digest)
    let stream = HTTPBody.stream(
      AsyncStream {
        $0.yield(Data("0123".utf8)); $0.yield(Data("456789".utf8)); $0.finish()
      })
    for body in [.text(text), .file(file, offset: 1, length: 10), stream] {
      #expect(try await FileDigest.sha256(of: body) == .sha256(digest))
    }
    let missing = HTTPBody.file(folder.url.appending(path: "none"))
    await #expect(throws: NetworkRequestError.self) { try await FileDigest.sha256(of: missing) }
  }

  @Test("a file with another digest is discarded, and what it would replace stays", .feature("F14", "F41"))
  func discarded() async throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "file")
    try Data("old".utf8).write(to: place)
    let server = RangeServer("0123456788")
    let client = APIClient.testing(server)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.download(
        Endpoint<DownloadedFile>.get("/file"), to: place, replacing: true, verifying: .sha256(digest),
        retrying: nil)
    }
    #expect(error?.code == .cannotDecodeContentData)
    #expect(error?.description.contains("not \(digest)") == true)
    #expect(try folder.contents() == ["file"])
    #expect(try Data(contentsOf: place) == Data("old".utf8))
    #expect(server.ranges == [nil])
  }

  @Test("a digest that no file can have is refused before anything is sent", .feature("F41"))
  func malformed() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    for digest in ["", "12", String(repeating: "g", count: 64)] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await APIClient.testing(server).download(
          URL.api("/file"), to: folder.url.appending(path: "file"), verifying: .sha256(digest))
      }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(server.ranges.isEmpty)
  }
}
