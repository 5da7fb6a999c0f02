/// A transport that answers from recorded exchanges and, in the modes for it, records new ones.
///
/// ```swift
/// let recorded = DefaultTransport.shared.replayed(from: .fixture("Recordings/todos.json"))
/// let client = APIClient(baseURL: "https://api.example.com", transport: recorded)
///
/// #expect(try await client.dispatch(FindTodos()).count == 200)
/// try recorded.verify()
/// ```
/// Run the test once with `REQUISITE_RECORD=all` and commit the file; from then on, in CI as well, nothing is sent. A
/// request that the recording does not answer is a `NetworkRequestError.unknownError` with an ``UnrecordedRequest``,
/// which names the nearest exchange and the difference. Each exchange answers once.
///
/// What is recorded are the exchanges as they pass here: give the client this transport, or stack decorators on it, and
/// put it on top of what speaks to the server. Responses of any status are recorded, failures without a response are not. A
/// response that is streamed is recorded when it ends or is dropped; the borders of its chunks are not kept.
///
/// **Secrets are left out**, of what is recorded and of what is compared: `Authorization`, `Cookie`, `Set-Cookie`, user
/// names and passwords in URLs, and header fields, query items, members of JSON and of forms whose names speak of a secret
/// (`Redaction`); more by names of your own. Multipart bodies are left out as a whole; bytes that are no text are kept as
/// they are. It goes by names: look through a recording before you commit it. Fields that say nothing but when and how something was sent (`Date`, `Content-Length`,
/// `traceparent`, …) are left out as well, so that recording again shows what has changed.
public final class ReplayTransport: Transport {
  private let upstream: (any Transport)?
  private let mode: RecordingMode
  private let redaction: Redaction
  private let store: ReplayStore

  /// Makes a transport that answers from a recording in memory.
  public init(
    _ recording: Recording, matching match: RequestMatch = .standard, order: StubTransport.Order = .any,
    redacting redaction: Redaction = .standard
  ) {
    (upstream, mode, self.redaction) = (nil, .replay, redaction)
    store = ReplayStore(file: nil) { () throws(RecordingFailure) in
      ReplayScript(recording.exchanges, match: match, order: order)
    }
  }

  /// Makes a transport that answers from a file alone: see `Transport.replayed(from:mode:matching:order:redacting:)`.
  public convenience init(
    _ file: RecordingFile, matching match: RequestMatch = .standard, order: StubTransport.Order = .any,
    redacting redaction: Redaction = .standard
  ) {
    self.init(nil, file, mode: .replay, match, order, redaction)
  }

  init(
    _ upstream: (any Transport)?, _ file: RecordingFile, mode: RecordingMode, _ match: RequestMatch,
    _ order: StubTransport.Order, _ redaction: Redaction
  ) {
    (self.upstream, self.mode, self.redaction) = (upstream, mode, redaction)
    store = ReplayStore(file: file.url) { () throws(RecordingFailure) in
      let isNew = mode == .all || mode == .missing && !FileManager.default.fileExists(atPath: file.url.path)
      let recording = isNew ? Recording() : try Recording(contentsOf: file.url)
      return ReplayScript(recording.exchanges, match: match, order: order)
    }
  }

  /// Answers from the recording, or has the upstream do it.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    let body = try await request.body.bytes(of: request)
    let redactor = RecordingRedactor(redaction, and: request.options.redaction)
    let wanted = Recording.Request(request, body: body, redactor)
    do {
      let answer = try store.use { mode == .all ? nil : $0.answer(wanted) }
      if let answer { return try await answer.response(to: request) }
      guard mode != .replay, let upstream else { throw try unrecorded(wanted) }
      return try await record(request, wanted, body, redactor, through: upstream)
    } catch {
      throw NetworkRequestError(error, request: request)
    }
  }

  /// Checks that all has been used, and written.
  ///
  /// - Throws: ``UnmetStubs`` where an exchange was not used, or a recording could not be written.
  public func verify() throws {
    let problems = store.problems
    guard problems.isEmpty else { throw UnmetStubs(problems: problems) }
  }

  private func unrecorded(_ request: Recording.Request) throws -> UnrecordedRequest {
    UnrecordedRequest(
      request: "\(request.method) \(request.url)", file: store.file,
      nearest: try store.use { $0.nearest(to: request) })
  }

  private func record(
    _ request: TransportRequest, _ recorded: Recording.Request, _ body: Data, _ redactor: RecordingRedactor,
    through upstream: any Transport
  ) async throws -> TransportResponse {
    let ticket = try store.use { $0.begin() }
    let store = store
    return try await upstream.send(request.carrying(body)).observed(for: request) {
      response, data throws(RecordingFailure) in
      let answer = Recording.Response(response, to: request, data: data, redactor)
      try store.add(Recording.Exchange(request: recorded, response: answer), at: ticket)
    }
  }
}

extension Transport {
  /// Answers from a recording in place of this transport, which is asked only to record: see ``ReplayTransport``.
  ///
  /// - Parameters:
  ///   - file: The recording. One file belongs to one transport: two that record into it at a time overwrite each other.
  ///   - mode: Whether anything is sent and recorded; by default as the environment variable `REQUISITE_RECORD` says,
  ///     which is nothing.
  ///   - match: What must be the same for an exchange to answer: method, URL and body by default.
  ///   - order: Whether requests must come in the order of the exchanges; any by default.
  ///   - redaction: What is left out of the recording; what is known to be secret, by default. What a request's own
  ///     `RequestOptions.redaction` hides is left out as well.
  public func replayed(
    from file: RecordingFile, mode: RecordingMode = .environment, matching match: RequestMatch = .standard,
    order: StubTransport.Order = .any, redacting redaction: Redaction = .standard
  ) -> ReplayTransport {
    ReplayTransport(self, file, mode: mode, match, order, redaction)
  }
}

/// Where a ``Recording`` is kept.
public struct RecordingFile: Sendable, Hashable {
  /// The file's place, absolute for a fixture.
  public let url: URL

  /// Names a file by its URL; it need not exist when recording.
  public init(_ url: URL) {
    self.url = url
  }

  /// A file named relative to the folder of the source that names it, as in `.fixture("Recordings/todos.json")`.
  public static func fixture(_ path: String, filePath: String = #filePath) -> RecordingFile {
    RecordingFile(URL(fileURLWithPath: filePath).deletingLastPathComponent().appendingPathComponent(path))
  }
}

/// What a ``ReplayTransport`` does with a request that its recording does not answer, or with all of them.
public enum RecordingMode: String, Sendable {
  /// Answers from the recording alone: nothing is sent. A request that is not in it fails.
  case replay
  /// Answers from the recording, sends what is not in it, and adds that.
  case missing
  /// Sends everything, and replaces the recording.
  case all

  /// As the environment variable `REQUISITE_RECORD` says: `missing`, `all`, or nothing for ``replay``. So tests are
  /// recorded by `REQUISITE_RECORD=all swift test`, and without it talk to no server.
  public static var environment: RecordingMode {
    ProcessInfo.processInfo.environment["REQUISITE_RECORD"].flatMap(RecordingMode.init) ?? .replay
  }
}
