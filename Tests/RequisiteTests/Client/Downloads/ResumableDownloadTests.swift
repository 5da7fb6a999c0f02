import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Downloads that resume where they were interrupted")
struct ResumableDownloadTests {
  private let text = "0123456789"
  private let policy = ConstantRetry.constant(.seconds(1), attempts: 3)

  private func place(in folder: borrowing TemporaryFolder) -> URL { folder.url.appending(path: "file.bin") }

  private func contents(_ folder: borrowing TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func download(
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
    #expect(try contents(folder) == ["file.bin"])
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
    #expect(try contents(folder) == ["file.bin"])
  }

  @Test("attempts are counted anew after bytes have arrived, so a long download can take many")
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
    #expect(try contents(folder) == [".file.bin.partial", ".file.bin.partial.json"])
    let file = try await download(server, to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-"])
    #expect(try contents(folder) == ["file.bin"])
  }

  @Test("a call may follow as soon as another to the same place has failed")
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

  @Test("a partial file of another URL, or one with a broken description, is not used")
  func otherPart() async throws {
    for breaks in [true, false] {
      let folder = try TemporaryFolder()
      let server = RangeServer(text)
      let flaky = server.faults(.cut(after: 4).calls(1), .fail(.cannotConnectToHost).calls(2...3))
      await #expect(throws: NetworkRequestError.self) { try await download(flaky, to: place(in: folder)) }
      if breaks { _ = try folder.file(".file.bin.partial.json", Data("{".utf8)) }
      let file = try await download(server, to: place(in: folder), path: breaks ? "/file" : "/other")
      #expect(try Data(contentsOf: file.url) == Data(text.utf8))
      #expect(server.ranges == [nil, nil])
    }
  }

  @Test("another version is fetched as a whole: two versions are never mixed")
  func otherVersion() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let flaky = server.faults(.cut(after: 4).calls(1)).changing {
      server.version.withLock { $0 = .init(bytes: Data("abcdef".utf8), eTag: "\"2\"") }
    }
    let file = try await download(flaky, to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data("abcdef".utf8))
    #expect(server.ranges == [nil, "bytes=4-"])
  }

  @Test(
    "without a strong entity tag each attempt begins anew, and a failure leaves nothing",
    arguments: [nil, "W/\"1\""])
  func noTag(tag: String?) async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text, eTag: tag)
    let file = try await download(server.faults(.cut(after: 4).calls(1)), to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, nil])
    let other = folder.url.appending(path: "other.bin")
    await #expect(throws: NetworkRequestError.self) {
      try await download(server.faults(.cut(after: 4)), to: other)
    }
    #expect(try contents(folder) == ["file.bin"])
  }

  @Test("after a 416 the partial file is the result if it is complete, and is dropped otherwise")
  func unsatisfiable() async throws {
    for isWhole in [true, false] {
      let folder = try TemporaryFolder()
      let server = RangeServer(text) { number, response, _ in
        if number == 1 { response.headers[.contentLength] = nil }
        if !isWhole, response.status == 416 { response.headers[.contentRange] = "bytes */5" }
      }
      // All bytes have come, and then the connection was lost.
      let file = try await download(server.losingTheEnd(), to: place(in: folder))
      #expect(try Data(contentsOf: file.url) == Data(text.utf8))
      #expect(server.ranges == (isWhole ? [nil, "bytes=10-"] : [nil, "bytes=10-", nil]))
    }
  }

  @Test("a range that was not requested is not appended")
  func wrongPart() async throws {
    let wrong: [@Sendable (inout TransportResponse) -> Void] = [
      { $0.headers[.contentRange] = "bytes 3-9/10" }, { $0.headers[.contentRange] = nil },
      { $0.headers[.contentRange] = "bytes 4-9/11" }, { $0.headers[.eTag] = "\"2\"" },
      { $0.headers[.contentRange] = "bytes */10" },
    ]
    for wrong in wrong {
      let folder = try TemporaryFolder()
      let server = RangeServer(text) { _, response, _ in if response.status == 206 { wrong(&response) } }
      let file = try await download(server.faults(.cut(after: 4).calls(1)), to: place(in: folder))
      #expect(try Data(contentsOf: file.url) == Data(text.utf8))
      #expect(server.ranges == [nil, "bytes=4-", nil])
    }
  }

  @Test("what a server left out of the rest is requested again")
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

  @Test("a failure that is not transient is thrown at once, and the partial file stays")
  func fatal() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text)
    let error = await #expect(throws: NetworkRequestError.self) {
      try await download(server.faults(.cut(after: 4).calls(1), .status(403).calls(2)), to: place(in: folder))
    }
    #expect(error?.kind == .forbidden)
    #expect(try contents(folder) == [".file.bin.partial", ".file.bin.partial.json"])
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
    let flaky = RangeServer(text).faults(.cut(after: 4).calls(1), .status(403).calls(2))
    await #expect(throws: NetworkRequestError.self) {
      try await download(flaky, to: place(in: folder), path: "/c4n4ry")
    }
    let description = folder.url.appending(path: ".file.bin.partial.json")
    #expect(!(try String(contentsOf: description, encoding: .utf8)).contains("c4n4ry"))
  }

  @Test(
    "F14: a success that is no file leaves the part as it is, and makes no file",
    arguments: [201, 204, 205, 226])
  func otherSuccess(status: Int) async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text) { number, response, body in
      guard number == 2 else { return }
      (response.status, body) = (status, Data())
    }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await download(server.faults(.cut(after: 4).calls(1)), to: place(in: folder))
    }
    #expect(error?.kind == .unexpectedStatus && error?.status == status)
    #expect(try contents(folder) == [".file.bin.partial", ".file.bin.partial.json"])
    let file = try await download(server, to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-", "bytes=4-"])
  }

  @Test("F14: a part with more bytes than its range is not used, nor are the bytes before it")
  func tooMuch() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text) { number, response, body in
      if number == 2 { body += Data("more".utf8) }
    }
    let file = try await download(server.faults(.cut(after: 4).calls(1)), to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-", nil])
  }

  @Test("F14: an existing file is replaced only by request, once the new one is complete")
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
    #expect(try contents(folder) == ["file.bin"])
  }

  @Test("F14: of two calls to one place the second is refused, and nothing is sent for it")
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

  @Test("F14: progress starts where the download resumes, and ends at 1")
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

  @Test(
    "F14: what a server that misbehaves at random leads to is a whole version, or no file", arguments: 1...150
  )
  func misbehaving(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let versions = ["0123456789", "abcdefghijklm", "ABCDEFGHIJ", "x", "0123456789ABC"]
    let server = MisbehavingServer(versions, seed: seed)
    for _ in 0..<12 where try !contents(folder).contains("file.bin") {
      do { _ = try await download(server, to: place(in: folder)) } catch is NetworkRequestError {}
    }
    guard try contents(folder).contains("file.bin") else { return }
    let bytes = try String(contentsOf: place(in: folder), encoding: .utf8)
    #expect(versions.contains(bytes), "\(bytes)")
  }

  @Test("whatever is cut and changed, the file is one version of the server", arguments: 1...40)
  func property(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let versions = ["0123456789", "abcdefghijklm", "x", "0123456789ABC"]
    let server = RangeServer(versions[0], eTag: "\"0\"")
    let counter = Locked(SeededGenerator(seed: seed))
    let flaky = server.faults(
      .cut(after: 1).fraction(0.3), .cut(after: 4).fraction(0.4), .fail(.timedOut).fraction(0.2), seed: seed
    ).changing {
      let index = counter.withLock { $0.chance(4) ? $0.index(below: versions.count) : nil }
      guard let index else { return }
      server.version.withLock { $0 = .init(bytes: Data(versions[index].utf8), eTag: "\"\(index)\"") }
    }
    for _ in 0..<50 where try !contents(folder).contains("file.bin") {
      do { _ = try await download(flaky, to: place(in: folder)) } catch is NetworkRequestError {}
    }
    let bytes = try String(contentsOf: place(in: folder), encoding: .utf8)
    #expect(versions.contains(bytes), "\(bytes)")
    #expect(try contents(folder) == ["file.bin"])
  }
}

extension Transport {
  /// Does something behind each call.
  fileprivate func changing(_ change: @escaping @Sendable () async -> Void) -> some Transport {
    Changing(upstream: self, change: change)
  }

  /// Loses the connection of the first call when all bytes have come.
  fileprivate func losingTheEnd() -> some Transport { LosingTheEnd(upstream: self) }
}

private struct Changing: Transport {
  let upstream: any Transport
  let change: @Sendable () async -> Void
  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    let outcome = await Result(catching: { () async throws(NetworkRequestError) in
      try await upstream.send(request)
    })
    await change()
    return try outcome.get()
  }
}

private struct LosingTheEnd: Transport {
  let upstream: any Transport
  func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    var response = try await upstream.send(request)
    guard response.status == 200, request.headers[.range] == nil, response.headers[.contentLength] == nil,
      case .stream(let stream) = response.body
    else { return response }
    let pull = stream.makeAsyncIterator().pull
    response.body = .stream(
      ByteStream { () async throws(NetworkRequestError) -> Data? in
        guard let chunk = try await pull() else {
          throw .urlSessionFailed(TransportFailure(.networkConnectionLost, request: request))
        }
        return chunk
      })
    return response
  }
}
