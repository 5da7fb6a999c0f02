import TestSupport
import Testing

@testable import Requisite

@Suite("Transfers in the background", .timeLimit(.minutes(3)))
struct BackgroundTransfersTests {
  private typealias End = (
    transfer: BackgroundTransfers.Transfer, result: Result<TransportResponse, NetworkRequestError>
  )

  private let identifier = "test.\(TransportRequest.ID())"
  private let ends: AsyncStream<End>
  private let transfers: BackgroundTransfers
  private let folder: TemporaryFolder

  init() throws {
    let (stream, continuation) = AsyncStream.makeStream(of: End.self)
    ends = stream
    transfers = try BackgroundTransfers(identifier: identifier) { continuation.yield(($0, $1)) }
    folder = try TemporaryFolder()
  }

  private func end() async throws -> End {
    try #require(await ends.first { _ in true })
  }

  @Test("a download is moved to its destination, and reported with its name and response")
  func download() async throws {
    let server = try FaultServer.answering(body: "archive")
    defer { server.stop() }
    let place = folder.url.appending(path: "a.zip")
    try await transfers.download(TransportRequest(url: server.url()), named: "archive", to: place)
    let (transfer, result) = try await end()
    #expect(transfer.name == "archive" && transfer.destination?.path == place.path)
    let response = try result.get()
    guard case .file(let file) = response.body else {
      Issue.record("the body is not a file")
      return
    }
    #expect(response.status == 200 && file.path == place.path)
    #expect(try Data(contentsOf: place) == Data("archive".utf8))
    #expect(await transfers.unfinished().isEmpty)
  }

  @Test("the body of an error is in memory, and nothing is at the destination")
  func error() async throws {
    let server = try FaultServer.answering(
      "HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\n\r\nno archive")
    defer { server.stop() }
    let place = folder.url.appending(path: "a.zip")
    try await transfers.download(TransportRequest(url: server.url()), named: "archive", to: place)
    let response = try await end().result.get()
    guard case .data(let data) = response.body else {
      Issue.record("the body is not in memory")
      return
    }
    #expect(response.status == 404 && data == Data("no archive".utf8))
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test("a file that appeared at the destination stays, and the error names both places")
  func taken() async throws {
    let place = folder.url.appending(path: "a.zip")
    let server = try FaultServer { connection in
      try connection.readRequest()
      try Data("mine".utf8).write(to: place)
      try connection.send(HTTPMessage.response(body: "archive"))
    }
    defer { server.stop() }
    try await transfers.download(TransportRequest(url: server.url()), named: "archive", to: place)
    guard case .failure(.urlSessionFailed(let failure)) = try await end().result else {
      Issue.record("the download did not fail")
      return
    }
    #expect(failure.code == .cannotMoveFile)
    #expect(try Data(contentsOf: place) == Data("mine".utf8))
  }

  @Test("an upload sends its file, and its response is in memory")
  func upload() async throws {
    let received = Locked("")
    let server = try FaultServer { connection in
      let request = try connection.readRequest()
      received.withLock { $0 = String(decoding: request.body, as: UTF8.self) }
      try connection.send(HTTPMessage.response(body: "thanks"))
    }
    defer { server.stop() }
    let file = folder.url.appending(path: "photo.jpg")
    try Data("photo".utf8).write(to: file)
    let request = TransportRequest(method: .post, url: server.url(), body: .file(file))
    try await transfers.upload(request, named: "photo")
    let (transfer, result) = try await end()
    #expect(transfer == BackgroundTransfers.Transfer(name: "photo", destination: nil, replacesFile: false))
    guard case .data(let data) = try result.get().body else {
      Issue.record("the body is not in memory")
      return
    }
    #expect(data == Data("thanks".utf8))
    #expect(received.withLock { $0 } == "photo")
  }

  @Test("declared requests are built, and transferred as any other", .feature("F54"))
  func declared() async throws {
    let server = try FaultServer { connection in
      try connection.readRequest()
      try connection.send(HTTPMessage.response(body: "archive"))
    }
    defer { server.stop() }
    let place = folder.url.appending(path: "a.zip")
    let base = server.url("/v1").absoluteString
    try await transfers.download(Endpoint<Data>.get("/a"), baseURL: base, named: "down", to: place)
    #expect(try await end().transfer.name == "down")
    let file = try folder.file("photo", Data("photo".utf8))
    let photo = Endpoint<Data>.post("/photos", body: HTTPBody.file(file))
    try await transfers.upload(photo, baseURL: base, named: "up")
    #expect(try await end().transfer.name == "up")
    #expect(server.received.map(\.target) == ["/v1/a", "/v1/photos"])
    #expect(try Data(contentsOf: place) == Data("archive".utf8))
  }

  @Test("a request that cannot be transferred is an error when it is started")
  func invalid() async throws {
    let request = TransportRequest(url: try #require(URL(string: "http://127.0.0.1:9/")))
    var withBody = request
    withBody.body = .text("body")
    let place = folder.url.appending(path: "a.zip")
    await #expect(throws: NetworkRequestError.self) {
      try await transfers.download(withBody, named: "a", to: place)
    }
    await #expect(throws: NetworkRequestError.self) { try await transfers.upload(withBody, named: "a") }
    await #expect(throws: NetworkRequestError.self) {
      try await transfers.download(request, named: "a", to: folder.url)
    }
    #expect(throws: NetworkRequestError.self) {
      var configuration = TransportConfiguration()
      configuration.connections = 1
      _ = try BackgroundTransfers(identifier: "other", configuration: configuration) { _, _ in }
    }
  }

  @Test("a download that was paused goes on from what it has left, and the system knows the sizes")
  func pause() async throws {
    let isReleased = DispatchSemaphore(value: 0)
    let server = try FaultServer { connection in
      try connection.readRequest()
      isReleased.wait()
      isReleased.signal()
      try connection.send(HTTPMessage.response(body: "archive"))
    }
    defer { server.stop() }
    let place = folder.url.appending(path: "a.zip")
    let request = TransportRequest(url: server.url())
    try await transfers.download(request, named: "archive", to: place, expectedSize: 7)
    let partial = try #require(await transfers.pause(named: "archive"))
    #expect(await transfers.pause(named: "another") == nil)
    guard case .failure(let error) = try await end().result,
      error.isCancellation || error.kind == .urlSessionFailed
    else {
      Issue.record("it was not cancelled")
      return
    }
    isReleased.signal()
    try await transfers.download(request, named: "archive", to: place, resuming: partial)
    _ = try await end().result.get()
    #expect(try Data(contentsOf: place) == Data("archive".utf8))
    let file = try folder.file("photo", Data("photo".utf8))
    try await transfers.upload(
      TransportRequest(method: .post, url: server.url(), body: .file(file)), named: "b")
    _ = try await end()
    let tasks = try #require(URLSession.background(identifier)?.madeTasks)
    #expect(tasks.first?.countOfBytesClientExpectsToReceive == 7)
    #expect(tasks.last?.countOfBytesClientExpectsToSend == 5)
    let failure = TransportFailure(
      URLError(.networkConnectionLost, userInfo: [NSURLSessionDownloadTaskResumeData: partial]))
    #expect(failure.resumeData == partial)
  }

  @Test("what the system would end the process for is an error when it is started")
  func refused() async throws {
    let place = folder.url.appending(path: "a.zip")
    for text in ["ftp://127.0.0.1/", "file:///etc/passwd", "http:///a"] {
      let request = TransportRequest(url: try #require(URL(string: text)))
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transfers.download(request, named: "a", to: place)
      }
      #expect(error?.kind == .invalidRequest)
    }
    let session = try #require(URLSession.background(identifier))
    #expect(session.madeTasks.isEmpty)
    #expect(!SystemFaults.all.contains { $0.contains("scheme") })
    session.invalidateBySystem(URLError(.unknown))
    let request = TransportRequest(url: try #require(URL(string: "http://127.0.0.1:9/")))
    var error: NetworkRequestError?
    repeat {
      do throws(NetworkRequestError) {
        try await transfers.download(request, named: "a", to: place)
      } catch let caught { error = caught }
    } while error == nil
    guard case .urlSessionFailed(let failure)? = error else {
      Issue.record("another error")
      return
    }
    #expect(failure.code == .backgroundSessionWasDisconnected)
    let file = try folder.file("a", Data("a".utf8))
    await #expect(throws: NetworkRequestError.self) {
      try await transfers.upload(
        TransportRequest(method: .post, url: request.url, body: .file(file)), named: "a")
    }
  }

  @Test("a handler waits for the events of a transfer that was started after the last ones were delivered")
  @MainActor
  func later() async throws {
    let server = try FaultServer.answering(body: "archive")
    defer { server.stop() }
    let session = try #require(URLSession.background(identifier))
    session.finishEvents()
    let place = folder.url.appending(path: "a.zip")
    try await transfers.download(TransportRequest(url: server.url()), named: "archive", to: place)
    _ = try await end()
    let isDone = Locked(false)
    transfers.handleEvents(of: identifier) { isDone.withLock { $0 = true } }
    #expect(!isDone.withLock { $0 })
    session.finishEvents()
    while !isDone.withLock({ $0 }) { await Task.yield() }
  }

  @Test(
    "the description of a task keeps its transfer across launches, with a path relative to the home directory"
  )
  func description() throws {
    let home = URL(fileURLWithPath: NSHomeDirectory())
    for place in [home.appending(path: "Documents/a.zip"), folder.url.appending(path: "a.zip"), nil] {
      let transfer = BackgroundTransfers.Transfer(name: "a “b”", destination: place, replacesFile: true)
      let task = URLSession.shared.downloadTask(
        with: URLRequest(url: try #require(URL(string: "http://127.0.0.1:9/"))))
      let text = try transfer.taskDescription()
      task.taskDescription = text
      #expect(BackgroundTransfers.Transfer(task)?.destination?.path == place?.path)
      #expect(BackgroundTransfers.Transfer(task)?.name == transfer.name)
      let isInHome = place?.path.hasPrefix(home.path) ?? false
      #expect(!isInHome || !text.contains(home.path))
      task.cancel()
    }
  }

  @Test("the app's completion handler is called after the events of its own session, on the main actor")
  @MainActor
  func events() async throws {
    #expect(!transfers.handleEvents(of: "another") { Issue.record("called for another session") })
    await withCheckedContinuation { continuation in
      transfers.handleEvents(of: identifier) { continuation.resume() }
      URLSession.background(identifier)?.finishEvents()
    }
  }

  @Test(
    "events that were delivered before there was a handler are remembered for it, and for a task that waits")
  @MainActor
  func early() async throws {
    let events = BackgroundEvents()
    events.finish()
    var calls = 0
    events.add { calls += 1 }
    #expect(calls == 1)
    events.add { calls += 1 }
    #expect(calls == 1)
    events.finish()
    #expect(calls == 2)
    URLSession.background(identifier)?.finishEvents()
    await transfers.waitForEvents()
  }

  @Test(
    "another BackgroundTransfers for an identifier is an error: the system would tell the first one all",
    .feature("F54"))
  func second() throws {
    let error = #expect(throws: NetworkRequestError.self) {
      try BackgroundTransfers(identifier: identifier) { _, _ in }
    }
    #expect(error?.kind == .invalidRequest)
  }

  @Test(
    "cancellation, with which the system says that the time is over, ends the wait for events",
    .feature("F54")
  )
  func expired() async throws {
    let transfers = transfers
    let waiting = Task { await transfers.waitForEvents() }
    waiting.cancel()
    await waiting.value
    let later = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      await transfers.waitForEvents()
    }
    await later.value
  }

  @Test("a path of the home directory is found again, whether the system names it by /private or not")
  func privateHome() throws {
    let paths = ["/private/var/mobile/App/a.zip", "/var/mobile/App/a.zip"]
    #expect(
      paths.map { BackgroundTransfers.Transfer.pathInHome($0, of: "/var/mobile/App") } == ["a.zip", "a.zip"])
    #expect(
      paths.map { BackgroundTransfers.Transfer.pathInHome($0, of: "/private/var/mobile/App") } == [
        "a.zip", "a.zip",
      ])
    #expect(BackgroundTransfers.Transfer.pathInHome("/private/tmp/a.zip", of: "/tmp") == nil)
  }

  @Test("the settings of a session and a transfer reach the system, and the bytes are reported")
  func settings() async throws {
    let server = try FaultServer.answering(body: "archive")
    defer { server.stop() }
    let (identifier, most) = ("test.\(TransportRequest.ID())", Locked(TransferProgress()))
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let transfers = try BackgroundTransfers(
      identifier: identifier, sharedContainer: "group.example",
      progress: { _, now in most.withLock { $0 = now } }
    ) { _, _ in continuation.yield() }
    let date = Date(timeIntervalSince1970: 1)
    try await transfers.download(
      TransportRequest(url: server.url()), named: "a", to: folder.url.appending(path: "b"), notBefore: date)
    _ = await stream.first { true }
    let session = try #require(URLSession.background(identifier))
    #expect(session.configuration.sharedContainerIdentifier == "group.example")
    #expect(session.madeTasks.first?.earliestBeginDate == date)
    #expect(most.withLock { $0.bytesReceived } == 7)
  }
}
