extension CallObserver where Self == HARFile {
  /// Writes each call to a HAR file: see ``HARFile``.
  ///
  /// ```swift
  /// let transport = DefaultTransport.shared.observed(by: try .har(to: URL(fileURLWithPath: "calls.har")))
  /// ```
  /// - Throws: What ``HARFile/init(_:onFailure:)`` throws.
  public static func har(
    to file: URL, onFailure: @escaping @Sendable (NetworkRequestError) -> Void = { _ in }
  ) throws(NetworkRequestError) -> HARFile {
    try HARFile(file, onFailure: onFailure)
  }
}

/// Writes each call to a HAR file (HTTP Archive 1.2), which the developer tools of browsers, Charles and Proxyman open, and
/// a `Recording` of `RequisiteTesting` replays.
///
/// ```swift
/// let file = URL(fileURLWithPath: "calls.har")
/// let transport = DefaultTransport.shared.observed(by: try HARFile(file)).retried()
/// ```
/// Directly on the terminal transport, each attempt is an entry; outermost, each call. An entry has the phases of the last
/// exchange by ``CallTimeline/Timings``; queues, waits and earlier attempts are its `blocked`. A call without a response has the
/// status 0 and the error as its comment. A redirect is a part of the entry of the call that followed it.
///
/// **Secrets are left out**, by the request's ``RequestOptions/redaction``. Bodies in memory are written, as text or base 64;
/// of a stream or a file only a comment. The file is readable by its owner alone (0600), because responses may contain
/// private data.
///
/// The file is complete after each call, and several processes may write to it. Each call waits until its entry is written:
/// use it while you develop, not for all calls of a server.
public struct HARFile: CallObserver {
  private let path: String
  private let onFailure: @Sendable (NetworkRequestError) -> Void

  /// Creates a file without entries, in place of an existing one. The folder must exist.
  ///
  /// - Parameters:
  ///   - file: The location of the file, by convention with the extension `har`.
  ///   - onFailure: Called with each failure to write an entry, such as a full disk. By default nothing is reported: no call
  ///     fails because of it.
  /// - Throws: ``NetworkRequestError/unknownError(_:)`` with a ``FileFailure`` if the file cannot be written.
  public init(
    _ file: URL, onFailure: @escaping @Sendable (NetworkRequestError) -> Void = { _ in }
  ) throws(NetworkRequestError) {
    path = file.path
    self.onFailure = onFailure
    do { try PartialFile.write(Data((Self.head + Self.tail).utf8), to: path, replacing: true) } catch {
      throw NetworkRequestError(error)
    }
  }

  /// Appends the entry of a call that has ended.
  public func observe(_ event: CallEvent) {
    guard let entry = HAR.Entry(event, endedAt: Date()) else { return }
    do { try append(Self.json.encode(entry)) } catch {
      onFailure(NetworkRequestError(error, request: event.request))
    }
  }

  private static let head =
    #"{"log":{"version":"1.2","creator":{"name":"Requisite","version":"\#(LibraryVersion.text)"},"entries":["#
  private static let tail = "\n]}}\n"
  private static let json = JSONCoding(output: [.sortedKeys, .withoutEscapingSlashes])

  /// Replaces the end of the file by the entry and the end.
  private func append(_ entry: Data) throws {
    var file = try PosixFile(appendingTo: path)
    _ = file.lock(waiting: true)
    let end = Int64(try file.status().st_size) - Int64(Self.tail.utf8.count)
    guard end >= Int64(Self.head.utf8.count),
      try file.read(Self.tail.utf8.count, at: end) == Data(Self.tail.utf8)
    else {
      throw FileFailure(.EINVAL, path: path, message: "“\(path)” no longer ends as it was written")
    }
    try file.truncate(to: end)
    let separator = end == Int64(Self.head.utf8.count) ? "\n" : ",\n"
    try file.write(Data(separator.utf8) + entry + Data(Self.tail.utf8))
  }
}

/// An HTTP Archive, version 1.2, with the members that are written or read here. Programs leave out many of them.
package struct HAR: Codable, Sendable {
  package let log: Log

  package struct Log: Codable, Sendable {
    package let entries: [Entry]
  }

  /// One exchange. Durations are in milliseconds; -1 for a phase that did not occur.
  package struct Entry: Codable, Sendable {
    var startedDateTime: String?
    var time: Double?
    package let request: Request
    package let response: Response
    var cache: Cache? = Cache()
    var timings: Timings?
    var serverIPAddress: String?
    var comment: String?
  }

  /// Required, and left empty: a browser's cache is meant.
  package struct Cache: Codable, Sendable {}

  /// A header field, or an item of a query or form.
  package struct Pair: Codable, Sendable {
    package let name: String
    package let value: String?
  }

  package struct Request: Codable, Sendable {
    package let method: String
    package let url: String
    var httpVersion: String? = ""
    package var headers: [Pair]? = []
    var queryString: [Pair]? = []
    var cookies: [Pair]? = []
    var headersSize: Int? = -1
    var bodySize: Int64? = -1
    package var postData: PostData?
  }

  package struct PostData: Codable, Sendable {
    package let mimeType: String?
    package var text: String?
    /// The fields of a form, if there is no text.
    package var params: [Pair]?
    /// `base64` for bytes that are not text.
    package var encoding: String?
    var comment: String?
  }

  package struct Response: Codable, Sendable {
    package let status: Int
    var statusText: String? = ""
    var httpVersion: String? = ""
    package var headers: [Pair]? = []
    var cookies: [Pair]? = []
    package var content: Content?
    package var redirectURL: String? = ""
    var headersSize: Int? = -1
    var bodySize: Int64? = -1
  }

  package struct Content: Codable, Sendable {
    var size: Int64? = 0
    package var mimeType: String? = ""
    package var text: String?
    /// `base64` for bytes that are not text.
    package var encoding: String?
    var comment: String?
  }

  package struct Timings: Codable, Sendable {
    var blocked: Double? = -1
    var dns: Double? = -1
    var connect: Double? = -1
    /// A part of `connect`.
    var ssl: Double? = -1
    var send: Double? = 0
    var wait: Double? = 0
    var receive: Double? = 0
  }
}

extension HAR.Entry {
  /// The entry of a call that has just ended, without its secrets; nil for any other event.
  init?(_ event: CallEvent, endedAt end: Date) {
    guard case .ended(let outcome, after: let duration) = event.kind else { return nil }
    let redaction = event.request.options.redaction
    request = HAR.Request(event.request, redaction)
    startedDateTime = (end - duration / .seconds(1)).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    time = duration.milliseconds
    switch outcome {
    case .success(let answer):
      response = HAR.Response(answer, redaction)
      timings = HAR.Timings(answer.timings ?? CallTimeline.Timings(), within: duration)
      serverIPAddress = answer.timings?.remoteAddress.map(Self.host)
    case .failure(let error):
      response = HAR.Response(status: 0, content: HAR.Content())
      timings = HAR.Timings(CallTimeline.Timings(), within: duration)
      comment = error.description
    }
  }

  /// The address without its port, and without the brackets of IPv6.
  private static func host(_ address: String) -> String {
    let host = address.prefix(upTo: address.lastIndex(of: ":") ?? address.endIndex)
    return host.filter { $0 != "[" && $0 != "]" }
  }
}

extension HAR.Timings {
  /// The phases of the last exchange of a call. What the exchange did not take, such as waits, is `blocked`.
  init(_ phases: CallTimeline.Timings, within whole: Duration) {
    if !phases.reusedConnection, phases.connected > .zero {
      dns = (phases.nameResolved - phases.queued).milliseconds
      connect = (phases.secured - phases.nameResolved).milliseconds
      if phases.secured > phases.connected { ssl = (phases.secured - phases.connected).milliseconds }
    }
    wait = (phases.firstByte - phases.requestSent).milliseconds
    receive = (phases.lastByte - phases.firstByte).milliseconds
    blocked = max(.zero, whole - (phases.lastByte - phases.queued)).milliseconds
  }
}

extension HAR.Request {
  fileprivate init(_ request: TransportRequest, _ redaction: Redaction) {
    method = request.method.rawValue
    url = redaction.url(request.url)
    let fields = request.headersWithContentType
    headers = HAR.pairs(redaction.headers(fields))
    let query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    queryString = QueryParams(encoded: String(query)).items.map { HAR.Pair(name: $0.name, value: $0.value) }
    let type = fields[.contentType] ?? ""
    switch request.body.content {
    case .none: bodySize = 0
    case .data(let data):
      let (text, encoding) = HAR.text(redaction.data(data, as: fields, keepsOthers: true))
      bodySize = Int64(data.count)
      postData = HAR.PostData(mimeType: type, text: text, encoding: encoding)
    case .file, .stream: postData = HAR.PostData(mimeType: type, text: "", comment: "\(request.body)")
    }
  }
}

extension HAR.Response {
  fileprivate init(_ response: NetworkResponse, _ redaction: Redaction) {
    status = response.status
    statusText = HTTPStatus.phrase(status) ?? ""
    httpVersion = response.timings?.httpVersion ?? ""
    headers = HAR.pairs(redaction.headers(response.headers))
    redirectURL = response.headers[.location].map(redaction.text) ?? ""
    bodySize = response.timings?.bytesReceived ?? -1
    let type = response.headers[.contentType] ?? ""
    switch response.body {
    case .data(let data):
      let (text, encoding) = HAR.text(redaction.data(data, as: response.headers, keepsOthers: true))
      content = HAR.Content(size: Int64(data.count), mimeType: type, text: text, encoding: encoding)
    case .file, .stream: content = HAR.Content(mimeType: type, comment: response.body.description)
    }
  }
}

extension HAR {
  fileprivate static func pairs(_ headers: HTTPHeaders) -> [Pair] {
    headers.map { Pair(name: $0.name.rawValue, value: $0.value) }
  }

  /// A body as text, or as base 64 if it is not UTF-8.
  fileprivate static func text(_ data: Data) -> (text: String, encoding: String?) {
    String(validUTF8: data).map { ($0, nil) } ?? (data.base64EncodedString(), "base64")
  }
}

extension Duration {
  /// The time in milliseconds, to the microsecond.
  fileprivate var milliseconds: Double { (self / .microseconds(1)).rounded() / 1_000 }
}
