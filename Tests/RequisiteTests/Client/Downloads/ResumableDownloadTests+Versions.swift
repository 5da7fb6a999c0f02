import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

extension ResumableDownloadTests {
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

  @Test("a new version is fetched whole, and two versions are never mixed")
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
    "without a strong entity tag, each attempt restarts the download, and a failure leaves no file",
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
    #expect(try folder.contents() == ["file.bin"])
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

  @Test("a part with more bytes than its range discards the download, which begins again", .feature("F14"))
  func tooMuch() async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text) { number, response, body in
      if number == 2 { body += Data("more".utf8) }
    }
    let file = try await download(server.faults(.cut(after: 4).calls(1)), to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-", nil])
  }

  @Test(
    "a part that cannot be used gives its place to the request for the whole file",
    arguments: [true, false])
  func place(isTooLong: Bool) async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text) { number, response, body in
      guard number == 2 else { return }
      if isTooLong { body += Data("more".utf8) } else { response.headers[.eTag] = "\"2\"" }
    }
    let narrow = server.faults(.cut(after: 4).calls(1)).throttled(max: 1)
    let file = try await download(narrow, to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-", nil])
  }

  @Test(
    "a success without a file keeps the partial file, and creates no file", .feature("F14"),
    arguments: [201, 204, 205, 226])
  func otherSuccess(status: Int) async throws {
    let folder = try TemporaryFolder()
    let server = RangeServer(text) { number, response, body in
      guard number == 2 || number == 3 else { return }
      (response.status, body) = (status, Data())
    }
    let error = await #expect(throws: NetworkRequestError.self) {
      try await download(server.faults(.cut(after: 4).calls(1)), to: place(in: folder))
    }
    #expect(error?.kind == .unexpectedStatus && error?.status == status)
    #expect(try folder.contents() == [".file.bin.partial", ".file.bin.partial.json"])
    let file = try await download(server, to: place(in: folder))
    #expect(try Data(contentsOf: file.url) == Data(text.utf8))
    #expect(server.ranges == [nil, "bytes=4-", nil, "bytes=4-"])
  }

  @Test(
    "a server that misbehaves at random leaves a complete version, or no file", .feature("F14"),
    arguments: 1...150
  )
  func misbehaving(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let versions = ["0123456789", "abcdefghijklm", "ABCDEFGHIJ", "x", "0123456789ABC"]
    let server = MisbehavingServer(versions, seed: seed)
    for _ in 0..<12 where try !folder.contents().contains("file.bin") {
      do { _ = try await download(server, to: place(in: folder)) } catch is NetworkRequestError {}
    }
    guard try folder.contents().contains("file.bin") else { return }
    let bytes = try String(contentsOf: place(in: folder), encoding: .utf8)
    #expect(versions.contains(bytes), "\(bytes)")
  }

  @Test("with random cuts and changes, the file is one version of the server's file", arguments: 1...40)
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
    for _ in 0..<50 where try !folder.contents().contains("file.bin") {
      do { _ = try await download(flaky, to: place(in: folder)) } catch is NetworkRequestError {}
    }
    let bytes = try String(contentsOf: place(in: folder), encoding: .utf8)
    #expect(versions.contains(bytes), "\(bytes)")
    #expect(try folder.contents() == ["file.bin"])
  }
}

extension Transport {
  /// Loses the connection of the first call after all bytes have arrived.
  fileprivate func losingTheEnd() -> some Transport { LosingTheEnd(upstream: self) }
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
