/// A transport that answers from recorded exchanges and, in a recording mode, records new ones.
///
/// ```swift
/// let recorded = DefaultTransport.shared.replayed(
///   from: .fixture("Recordings/todos.json"))
/// let client = APIClient(
///   baseURL: "https://api.example.com", transport: recorded)
///
/// #expect(try await client.dispatch(FindTodos()).count == 200)
/// try recorded.verify()
/// ```
/// Run the test once with `REQUISITE_RECORD=all` and commit the file. From then on, also in CI, nothing is sent. A
/// request that the recording does not answer fails with `NetworkRequestError.unknownError` and an
/// ``UnrecordedRequest``, which names the nearest exchange and the difference. Each exchange answers once.
///
/// The transport records exchanges as they pass it in the stack: put it directly on the transport that speaks to the
/// server, and decorators on top of it. It records responses of any status, but no failures without a response. It
/// records a streamed response when the stream ends or is dropped, without the borders of its chunks.
///
/// **Secrets are left out**, both when recording and when comparing, by the rules of `Redaction`: header fields that are
/// not known to be harmless, user names and passwords in URLs, query items, members of JSON and of forms with a secret
/// name, and what looks like a credential. Hidden values of JSON keep their type: `<redacted>`, 0 or false. A redaction
/// of your own adds and exempts names. Multipart bodies of requests are left out as a whole. Other text and bytes are
/// kept: read a recording before you commit it. Header fields that depend only on when and how a message was sent (`Date`,
/// `Content-Length`, `traceparent`, …) are left out as well, so that a new recording differs only where the exchanges
/// do.
public final class ReplayTransport: Transport {
  /// The transport that answers while a recording is made; nil if none does.
  public let upstream: (any Transport)?
  private let mode: RecordingMode
  private let redaction: Redaction
  private let store: ReplayStore

  /// Makes a transport that answers from a recording in memory. It sends and records nothing.
  public init(
    _ recording: Recording, matching match: RequestMatch = .standard, order: StubTransport.Order = .any,
    redacting redaction: Redaction = .standard
  ) {
    (upstream, mode, self.redaction) = (nil, .replay, redaction)
    store = ReplayStore(file: nil) { () throws(RecordingFailure) in
      ReplayScript(recording.exchanges, match: match, order: order)
    }
  }

  /// Makes a transport that answers from a file, and sends and records nothing. To record, see
  /// `Transport.replayed(from:mode:matching:order:redacting:)`.
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

  /// Answers from the recording; in a recording mode, may send the request upstream and record the response.
  public func send(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
    guard !Task.isCancelled else { throw .cancelled(request) }
    if let preview = request.options.preview { return try await show(request, preview) }
    try await TransferFile.check(request)
    let body = try await request.body.bytes(of: request)
    let redactor = RecordingRedactor(redaction, and: request.options.redaction)
    let wanted = Recording.Request(
      request.method, request.url.absoluteString, request.headersWithContentType, body: body, redactor)
    do {
      let answer = try store.use { mode == .all ? nil : $0.answer(wanted) }
      if let answer {
        let response = try await answer.response(to: request)
        request.record?.noteExchange(of: request, status: response.status)
        return response
      }
      guard mode != .replay, let upstream else { throw try unrecorded(wanted) }
      return try await record(request, wanted, body, redactor, through: upstream)
    } catch {
      throw NetworkRequestError(error, request: request)
    }
  }

  /// Checks that all exchanges were used and the recording was written. Reads the recording if no request was sent.
  ///
  /// - Throws: ``UnmetStubs`` if an exchange was not used, or the recording could not be read or written.
  public func verify() throws {
    let problems = store.problems
    guard problems.isEmpty else { throw UnmetStubs(problems: problems) }
  }

  /// Shows a request that is not to be sent, which uses up no exchange and is not recorded.
  private func show(
    _ request: TransportRequest, _ preview: RequestPreview
  ) async throws(NetworkRequestError) -> TransportResponse {
    guard mode != .replay, let upstream else { throw preview.take(request) }
    return try await upstream.send(request)
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
      let url = response.url == request.url ? nil : response.url.absoluteString
      let answer = Recording.Response(
        response.status, url, response.headers, body: data, isDecoded: request.decodes, redactor)
      try store.add(Recording.Exchange(request: recorded, response: answer), at: ticket)
    }
  }
}

extension Transport {
  /// Answers from a recording instead of this transport, which only sends what is to be recorded: see
  /// ``ReplayTransport``.
  ///
  /// - Parameters:
  ///   - file: The recording. Give each file to one transport only: two that record into it at once overwrite each
  ///     other.
  ///   - mode: Whether to send and record; by default as the environment variable `REQUISITE_RECORD` says, and
  ///     neither if it is not set.
  ///   - match: The parts of a request that must equal those of an exchange; by default method, URL and body.
  ///   - order: Whether requests must arrive in the order of the exchanges; any order by default.
  ///   - redaction: The secrets to leave out of the recording; the standard ones by default. Those that a request's
  ///     own `RequestOptions.redaction` hides are left out as well.
  public func replayed(
    from file: RecordingFile, mode: RecordingMode = .environment, matching match: RequestMatch = .standard,
    order: StubTransport.Order = .any, redacting redaction: Redaction = .standard
  ) -> ReplayTransport {
    ReplayTransport(self, file, mode: mode, match, order, redaction)
  }
}

/// The location of a ``Recording`` on disk.
public struct RecordingFile: Sendable, Hashable {
  /// The URL of the file, absolute for a fixture.
  public let url: URL

  /// Names a file by its URL. The file need not exist if it is to be recorded.
  public init(_ url: URL) {
    self.url = url
  }

  /// A file whose path is relative to the folder of the calling source file, as in `.fixture("Recordings/todos.json")`.
  public static func fixture(_ path: String, filePath: String = #filePath) -> RecordingFile {
    RecordingFile(URL(fileURLWithPath: filePath).deletingLastPathComponent().appendingPathComponent(path))
  }
}

/// What a ``ReplayTransport`` sends and records.
public enum RecordingMode: String, Sendable {
  /// Answers from the recording only. Nothing is sent; a request without a matching exchange fails.
  case replay
  /// Answers from the recording, and sends and records requests without a matching exchange.
  case missing
  /// Sends every request, and replaces the recording.
  case all

  /// The mode in the environment variable `REQUISITE_RECORD`: `missing` or `all`; otherwise ``replay``.
  ///
  /// Run `REQUISITE_RECORD=all swift test` to record; without the variable, tests contact no server.
  public static var environment: RecordingMode {
    ProcessInfo.processInfo.environment["REQUISITE_RECORD"].flatMap(RecordingMode.init) ?? .replay
  }
}

extension TransportResponse {
  typealias Observer = @Sendable (TransportResponse, Data) throws(RecordingFailure) -> Void

  /// Returns the response, and calls `observe` with all bytes of its body: at once, or when a stream ends or is
  /// dropped. Does not call it for a stream that fails.
  func observed(
    for request: TransportRequest, by observe: @escaping Observer
  ) throws -> TransportResponse {
    switch body {
    case .data(let data): try observe(self, data)
    case .file(let url): try observe(self, Data(contentsOf: url))
    case .stream(let stream):
      return copy(self) { $0.body = .stream(Self.observed(stream, of: self, by: observe)) }
    }
    return self
  }

  private static func observed(
    _ stream: ByteStream, of response: TransportResponse, by observe: @escaping Observer
  ) -> ByteStream {
    let read = Locked<Data?>(Data())
    let pull = stream.makeAsyncIterator().pull
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      do throws(NetworkRequestError) {
        guard let chunk = try await pull() else {
          guard let data = read.withLock({ $0.take() }) else { return nil }
          do throws(RecordingFailure) { try observe(response, data) } catch {
            throw .unknownError(NetworkRequestError.UnknownFailure(error))
          }
          return nil
        }
        read.withLock { $0?.append(chunk) }
        return chunk
      } catch {
        read.withLock { $0 = nil }
        throw error
      }
    }
    .ending {
      // The stream was dropped, so no reader can get the error. `verify()` reports a file that could not be written.
      guard let data = read.withLock({ $0.take() }) else { return }
      do throws(RecordingFailure) { try observe(response, data) } catch {}
    }
  }
}

/// Leaves secrets out of recordings, by the rules of ``Redaction``. Hidden values of JSON keep their type, so that a
/// recording can be decoded.
struct RecordingRedactor {
  private let redactions: [Redaction]

  /// - Parameters:
  ///   - redaction: The recording's. A revealing one leaves nothing out.
  ///   - own: The request's, which can hide more. A revealing one is meant for logs, and reveals nothing here.
  init(_ redaction: Redaction, and own: Redaction) {
    redactions = redaction.isRevealing ? [] : [redaction, own]
  }

  func url(_ url: String) -> String { redactions.reduce(url) { $1.url($0) } }

  func headers(_ headers: HTTPHeaders, omitting names: Set<HTTPHeaderName>) -> HTTPHeaders {
    redactions.reduce(HTTPHeaders(headers.filter { !names.contains($0.name) })) { $1.headers($0) }
  }

  /// The body without secrets. Text and bytes of other kinds than JSON, forms and multipart forms are kept, without what
  /// looks like a credential in text.
  func body(_ data: Data, type: MediaType?) -> RecordedBody {
    let isMultipart = type?.type == "multipart"
    let headers: HTTPHeaders = isMultipart ? [.contentType: type?.description ?? ""] : [:]
    let data = isMultipart ? redactions.reduce(data) { $1.data($0, as: headers, keepsOthers: true) } : data
    let body = RecordedBody(data, type: type)
    switch body.content {
    case .none, .omitted, .base64: return body
    case .json(let document):
      let redacted = document.hiding(
        { name in redactions.contains { $0.hidesValue(of: name) } },
        redactingTexts: { text in redactions.reduce(text) { $1.text($0) } })
      return RecordedBody(content: .json(redacted))
    case .text(let text): return .text(redactions.reduce(text) { $1.text($0, as: type) })
    }
  }
}
