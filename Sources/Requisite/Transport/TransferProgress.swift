/// The progress of an exchange: the bytes of both bodies that were sent and received, and their totals.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes of the request body that were sent.
  public var bytesSent: Int64 = 0
  /// The length of the request body in bytes; nil if unknown.
  public var bytesToSend: Int64?
  /// The bytes of the response body that were received, before decompression; with
  /// ``URLSessionTransport`` after decompression.
  ///
  /// A download that resumes also counts the bytes of earlier attempts.
  public var bytesReceived: Int64 = 0
  /// The length of the response body in bytes, as the server announces it; nil if the server does not, or if the
  /// announced length is not that of the bytes counted by ``bytesReceived``.
  public var bytesToReceive: Int64?

  /// Creates the progress of an exchange that has not begun.
  public init() {}

  /// The transferred share of both bodies, from 0 to 1; nil if the length of one of them is unknown.
  ///
  /// The response is included once its header section has arrived, so during an upload this is the share that was sent.
  /// It is also nil while there are no bytes to transfer, such as for a `GET` before its response.
  public var fractionCompleted: Double? {
    let hasBegun = bytesReceived > 0 || bytesToReceive != nil
    guard let toSend = bytesToSend, let toReceive = hasBegun ? bytesToReceive : 0 else { return nil }
    let total = Double(toSend) + Double(toReceive)
    guard total > 0 else { return nil }
    return min(1, max(0, (Double(bytesSent) + Double(bytesReceived)) / total))
  }
}

extension RequestOptions {
  /// A function that is called while the bodies of the request and the response are transferred, at most every 50
  /// milliseconds, and after the last byte.
  ///
  /// It is nil by default. The call waits for the function, which runs on a thread of the transport, so it must return
  /// quickly. To change what a view shows, use ``Request/onProgress(_:)``, whose function runs on the main actor. A request
  /// that is sent again, for a redirect or another attempt, starts again at 0;
  /// ``APIClient/download(_:to:replacing:verifying:retrying:budget:maximumRetryAfter:)-(R,_,_,_,_,_,_)`` starts where it resumes. A call that
  /// fails makes no last report. A call with this function sends a request of its own where an equal one is under way
  /// (``Transport/duplicatesRemoved(ignoring:)``), and is not hedged (``Transport/hedged(after:budget:clock:)``). Every
  /// ``TerminalTransport`` reports progress; a cache and other layers that answer themselves do not. Downloads count their bytes
  /// themselves.
  public var onProgress: (@Sendable (TransferProgress) -> Void)? {
    get { self[OnProgressKey.self] }
    set { self[OnProgressKey.self] = newValue }
  }
}

extension Request {
  /// A copy of the request that reports its progress on the main actor, for one call.
  ///
  /// ```swift
  /// let export = Endpoint<DownloadedFile>.get("/export").onProgress {
  ///   progress in show(progress.fractionCompleted)
  /// }
  /// ```
  /// The call does not wait for the function, so the last report may arrive after the call has ended. Everything else is
  /// as for ``RequestOptions/onProgress``, which this replaces.
  public func onProgress(
    _ report: @escaping @MainActor (TransferProgress) -> Void
  ) -> some Request<ReturnType> {
    with(\.onProgress) { progress in Task { @MainActor in report(progress) } }
  }

  /// Unavailable: the function is called `onProgress`.
  @available(*, unavailable, renamed: "onProgress(_:)")
  public func progress(_ report: @escaping @MainActor (TransferProgress) -> Void) -> some Request<ReturnType>
  { self }
}

private enum OnProgressKey: RequestOptionKey {
  static let defaultValue: (@Sendable (TransferProgress) -> Void)? = nil
  static func mayShareResponse(_ left: Value, _ right: Value) -> Bool { left == nil && right == nil }
}

/// The progress of an exchange, and the time at which the next report is due: at most every 50 milliseconds. A value;
/// times are in nanoseconds.
struct ProgressMeter {
  private static let interval: UInt64 = 50_000_000

  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  private(set) var progress = TransferProgress()
  private var lastReport: UInt64 = 0

  /// - Parameter received: The bytes of the response body that earlier attempts received.
  init(_ request: TransportRequest, received: Int64 = 0) {
    progress.bytesToSend = request.body.length
    progress.bytesReceived = received
  }

  /// Records that `total` bytes of the request body were sent. Returns the progress if a report is due.
  mutating func sent(_ total: Int64, at now: UInt64) -> TransferProgress? {
    progress.bytesSent = total
    return due(at: now)
  }

  /// Records that `count` more bytes of the response body were received. Returns the progress if a report is due.
  /// - Parameter total: The length of the body; negative if unknown.
  mutating func received(_ count: Int, of total: Int64, at now: UInt64) -> TransferProgress? {
    progress.bytesReceived += Int64(count)
    if total >= 0 { progress.bytesToReceive = total }
    return due(at: now)
  }

  /// Records that the request body is sent again from its beginning.
  mutating func rewind() { progress.bytesSent = 0 }

  private mutating func due(at now: UInt64) -> TransferProgress? {
    guard now >= lastReport + Self.interval else { return nil }
    lastReport = now
    return progress
  }
}

/// Counts the bytes of both bodies as they pass, for a terminal transport that does not.
struct ProgressCounter: Sendable {
  private let meter: Locked<ProgressMeter>
  private let report: @Sendable (TransferProgress) -> Void

  /// Returns nil if the request asks for no progress.
  init?(_ request: TransportRequest) {
    guard let report = request.options.onProgress else { return nil }
    (self.report, meter) = (report, Locked(ProgressMeter(request)))
  }

  /// Returns the body of the request, whose bytes count as sent when the transport has read them.
  func sending(_ body: HTTPBody) -> HTTPBody {
    guard !body.isNone else { return body }
    let counted = { @Sendable in
      meter.withLock { $0.rewind() }
      return counting(body.makeStream(for: nil)) { meter, chunk in
        meter.sent(meter.progress.bytesSent + Int64(chunk.count), at: ProgressMeter.now)
      }
    }
    let stream =
      if case .stream(let source) = body.content {
        BodyStream(reading: source, length: body.length, counted)
      } else { BodyStream(length: body.length, restarting: counted) }
    return .stream(stream, contentType: body.contentType)
  }

  /// Returns the response, whose bytes count as received when they are read. The end of its body is the last report.
  func receiving(_ response: TransportResponse, of request: TransportRequest) -> TransportResponse {
    let hasBody = request.method != .head && ![204, 304].contains(response.status)
    // Bytes are counted after decompression, so the length of a compressed body says nothing.
    let isCounted = hasBody && !response.headers.contains(.contentEncoding)
    let total = isCounted ? response.headers[.contentLength].flatMap { Int64($0) } ?? -1 : -1
    var counted = response
    counted.bodyFailure = nil
    counted.body = .stream(
      counting(response.bodyStream, isLast: true) { meter, chunk in
        meter.received(chunk.count, of: total, at: ProgressMeter.now)
      })
    return counted
  }

  private func counting(
    _ stream: ByteStream, isLast: Bool = false,
    _ count: @escaping @Sendable (inout ProgressMeter, Data) -> TransferProgress?
  ) -> ByteStream {
    let pull = stream.makeAsyncIterator().pull
    return ByteStream(continuing: stream) { () async throws(NetworkRequestError) -> Data? in
      let chunk = try await pull()
      let due = meter.withLock { meter in chunk.map { count(&meter, $0) } ?? (isLast ? meter.progress : nil) }
      if let due { report(due) }
      return chunk
    }
  }
}
