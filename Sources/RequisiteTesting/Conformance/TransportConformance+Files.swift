extension TransportConformance {
  private static let began = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegan"
  private static let notFound = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"

  /// Checks of responses that are delivered to files, and of requests that are sent from files.
  static let files: [Check] = [
    Check("a body is written to the requested file", .ok) { scene, folder in
      let file = try await scene.exchange(scene.request(delivery: .file(folder.destination))).file()
      try scene.expect("the file", file.path, folder.destination.path)
      try scene.expect("the body", try Data(contentsOf: folder.destination), Data("ok".utf8))
      try scene.expect(
        "the content of the folder", try folder.names(), [folder.destination.lastPathComponent])
    },
    Check("an existing file is not overwritten, and nothing is sent", .ok) { scene, folder in
      try Data("mine".utf8).write(to: folder.destination)
      let error = try await scene.failure(of: scene.request(delivery: .file(folder.destination)))
      try scene.expect("the kind of the error", error.kind, .invalidRequest)
      try scene.expect("the file", try Data(contentsOf: folder.destination), Data("mine".utf8))
      try await scene.expectOnlyOneMore()
    },
    Check("an existing file is replaced if the request says so", .ok) { scene, folder in
      try Data("mine".utf8).write(to: folder.destination)
      var request = try scene.request(delivery: .file(folder.destination))
      request.options.replacesFile = true
      try await scene.exchange(request)
      try scene.expect("the file", try Data(contentsOf: folder.destination), Data("ok".utf8))
    },
    Check(
      "no file appears at its place before it is complete, or after the call is cancelled",
      .stalling(after: began)
    ) {
      scene, folder in
      let (reported, feed) = AsyncStream.makeStream(of: Void.self)
      var request = try scene.request(delivery: .file(folder.destination))
      request.options.onProgress = { if $0.bytesReceived > 0 { feed.yield() } }
      let call = Task { [request] in
        defer { feed.finish() }
        return try await scene.failure(of: request)
      }
      for await _ in reported { break }
      try scene.expect(
        "no file is there yet", !FileManager.default.fileExists(atPath: folder.destination.path))
      call.cancel()
      try scene.expect("the kind of the error", try await call.value.kind, .cancelled)
      try scene.expect("the content of the folder", try folder.names(), [])
    },
    Check("a partial file is removed if the connection is lost", .closing(after: began)) { scene, folder in
      let error = try await scene.failure(of: scene.request(delivery: .file(folder.destination)))
      try scene.expect("the kind of the error", error.kind, .urlSessionFailed)
      try scene.expect("the content of the folder", try folder.names(), [])
    },
    Check("an error response creates no file", .answering(notFound)) { scene, folder in
      let response = try await scene.exchange(scene.request(delivery: .file(folder.destination)))
      try scene.expect("the status", response.status, 404)
      try scene.expect("the body", try response.memory(), Data("no".utf8))
      try scene.expect("the content of the folder", try folder.names(), [])
    },
    Check("a place that cannot be written is an error before anything is sent", .ok) { scene, folder in
      let destination = folder.destination.appendingPathComponent("below").appendingPathComponent("file")
      let error = try await scene.failure(of: scene.request(delivery: .file(destination)))
      guard case .urlSessionFailed(let failure) = error else {
        throw ConformanceFailure(description: "the error is \(error), not a failure to create the file")
      }
      try scene.expect("the code", failure.code, .cannotCreateFile)
      try scene.expect("the cause is the system's", failure.underlyingError is FileFailure)
      try await scene.expectOnlyOneMore()
    },
    Check("only its owner can read a temporary file", .ok) { scene in
      let file = try await scene.exchange(scene.request(delivery: .file(nil))).file()
      defer { do { try FileManager.default.removeItem(at: file) } catch {} }
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      try scene.expect("its permissions", mode, 0o600)
      try scene.expect("the body", try Data(contentsOf: file), Data("ok".utf8))
    },
    Check("a body from a file that cannot be read is an error before anything is sent", .ok) {
      scene, folder in
      for url in [folder.destination, folder.destination.deletingLastPathComponent()] {
        let error = try await scene.failure(of: scene.request(method: .put, body: .file(url)))
        guard case .invalidRequest(let fault) = error else {
          throw ConformanceFailure(description: "the error is \(error), not an invalidRequest")
        }
        try scene.expect("the part at fault", fault.part, .body)
        try scene.expect("the file is named", fault.reason.contains(url.path))
      }
      try await scene.expectOnlyOneMore()
    },
  ]
}

extension TransportConformance.Check {
  /// A check that has a folder of its own.
  fileprivate init(
    _ name: String, _ script: ServerScript,
    _ body: @escaping @Sendable (ConformanceContext, ConformanceFolder) async throws -> Void
  ) {
    self.init(name, script) { scene in
      let folder = try ConformanceFolder()
      defer { folder.remove() }
      try await body(scene, folder)
    }
  }
}

/// A folder for the files of one check.
private struct ConformanceFolder: Sendable {
  let destination: URL
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws {
    destination = folder.appendingPathComponent("file")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

  func remove() {
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }
}
