import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("Downloads that resume where they were interrupted", .timeLimit(.minutes(1)))
struct ResumableDownloadTests {
  let text = "0123456789"
  let policy = Backoff.constant(.seconds(1), attempts: 3)

  func place(in folder: TemporaryFolder) -> URL { folder.url.appending(path: "file.bin") }

  func download(
    _ transport: some Transport, to place: URL, path: RequestPath = "/file"
  ) async throws -> DownloadedFile {
    let clock = TestClock()
    let client = APIClient.testing(transport, clock: CallClock(clock))
    return try await clock.run {
      try await client.download(Endpoint<DownloadedFile>.get(path), to: place, retrying: policy)
    }
  }

  @Test("a download without an interruption is one request, and leaves only the file")
  func whole() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let file = try await download(server, to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(file.byteCount == 10 && file.response.status == 200)
    #expect(try folder.contents() == ["file.bin"])
    #expect(server.ranges == [nil])
    #expect(server.requests.withLock { $0[0].headers[.acceptEncoding] } == "identity")
  }

  @Test("after a lost connection, the rest of the same version is requested")
  func goesOn() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let flaky = server.faults(.cut(after: 4).calls(1), .cut(after: 3).calls(2))
    let file = try await download(flaky, to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(file.byteCount == 10 && file.response.status == 206)
    #expect(server.ranges == [nil, "bytes=4-", "bytes=7-"])
    #expect(server.requests.withLock { $0.map { $0.headers[.ifRange] } } == [nil, "\"1\"", "\"1\""])
    #expect(try folder.contents() == ["file.bin"])
  }

  @Test("the count of attempts restarts after bytes have arrived, so a long download can take many")
  func progress() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let file = try await download(server.faults(.cut(after: 1).calls(1...9)), to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges.count == 10)
  }

  @Test("the next call resumes from the bytes that arrived before the process ended")
  func nextCall() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let flaky = server.faults(.cut(after: 4).calls(1), .fail(.cannotConnectToHost).calls(2...3))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await download(flaky, to: place(in: folder))
    }
    #expect(error?.kind == .urlSessionFailed)
    #expect(try folder.contents() == [".file.bin.partial", ".file.bin.partial.json"])
    let file = try await download(server, to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-"])
    #expect(try folder.contents() == ["file.bin"])
  }

  @Test("a call can begin as soon as another one to the same place has failed")
  func callAfterFailure() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    for _ in 0..<200 {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await download(server.faults(.fail(.cannotConnectToHost)), to: place(in: folder))
      }
      #expect(error?.kind == .urlSessionFailed)
    }
  }

  @Test("bytes that a part leaves out are requested again")
  func lessThanAsked() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text) { number, response, body in
      guard number == 2 else { return }
      body = body.prefix(2)
      response.headers[.contentRange] = "bytes 4-5/10"
    }
    let file = try await download(server.faults(.cut(after: 4).calls(1)), to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-", "bytes=6-"])
  }

  @Test(
    "a failure that is not transient is thrown once the whole file was refused too, and the partial file stays"
  )
  func fatal() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await download(
        server.faults(.cut(after: 4).calls(1), .status(403).calls(2...)), to: place(in: folder))
    }
    #expect(error?.kind == .forbidden)
    #expect(try folder.contents() == [".file.bin.partial", ".file.bin.partial.json"])
  }

  @Test("an existing file, a method other than GET and a Range field are refused before anything is sent")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let client = APIClient.testing(server)
    let old = try folder.file("old.bin", Data())
    let wanted: [(Endpoint<DownloadedFile>, URL)] = [
      (.get("/file"), old), (.post("/file"), place(in: folder)),
      (.get("/file").headers(["Range": "bytes=1-"]), place(in: folder)),
    ]
    for (endpoint, place) in wanted {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.download(endpoint, to: place)
      }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(server.ranges.isEmpty)
  }

  @Test("the description of a partial file has no URL, because a URL may contain a secret")
  func secrets() async throws {
    let folder = try TemporaryFolder()
    let flaky = RangeServer(text).faults(.cut(after: 4).calls(1), .status(403).calls(2...))
    await #expect(throws: NetworkRequestError.self) {
      try await download(flaky, to: place(in: folder), path: "/c4n4ry")
    }
    let description = folder.url.appending(path: ".file.bin.partial.json")
    #expect(!(try String(contentsOf: description, encoding: .utf8)).contains("c4n4ry"))
  }

  @Test("an existing file is replaced only by request, once the new one is complete", .feature("F14"))
  func replaces() async throws {
    let folder = try TemporaryFolder()
    let place = try folder.file("file.bin", Data("old".utf8))
    let client = APIClient.testing(RangeServer(text).faults(.cut(after: 4).calls(1)))
    let endpoint = Endpoint<DownloadedFile>.get("/file")
    await #expect(throws: NetworkRequestError.self) {
      try await client.download(endpoint, to: place, replacing: true, retrying: .never)
    }
    #expect(try Data(contentsOf: place) == Data("old".utf8))
    _ = try await client.download(endpoint, to: place, replacing: true, retrying: .never)
    #expect(try Data(contentsOf: place) == Data(text.utf8))
    #expect(try folder.contents() == ["file.bin"])
  }

  @Test("the second of two calls to one place is refused before anything is sent", .feature("F14"))
  func twice() async throws {
    let folder = try TemporaryFolder()
    let place = place(in: folder)
    let server = RangeServer(text)
    let inner = APIClient.testing(server)
    let outer = APIClient.testing(
      server.changing {
        let refused = Task {
          await #expect(throws: NetworkRequestError.self) {
            try await inner.download(Endpoint<DownloadedFile>.get("/file"), to: place)
          }
        }
        #expect(await refused.value?.kind == .invalidRequest)
      })
    _ = try await outer.download(Endpoint<DownloadedFile>.get("/file"), to: place)
    #expect(server.ranges == [nil])
  }

  @Test("progress starts where the download resumes, and ends at 1", .feature("F14"))
  func progressOfTheRest() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let told = Locked<[TransferProgress]>([])
    var options = RequestOptions()
    options.onProgress = { progress in told.withLock { $0.append(progress) } }
    let endpoint = Endpoint<DownloadedFile>.get("/file").options(options)
    let client = APIClient.testing(server.faults(.cut(after: 4).calls(1)))
    await #expect(throws: NetworkRequestError.self) {
      try await client.download(endpoint, to: place(in: folder), retrying: .never)
    }
    told.withLock { $0 = [] }
    _ = try await client.download(endpoint, to: place(in: folder), retrying: .never)
    let all = told.withLock { $0 }
    #expect(all.first?.bytesReceived == 4 && all.first?.fractionCompleted == 0.4)
    #expect(all.last?.bytesReceived == 10 && all.last?.fractionCompleted == 1)
    #expect(all.map(\.bytesReceived) == all.map(\.bytesReceived).sorted())
    #expect(all.allSatisfy { $0.bytesToReceive == 10 })
  }
}
