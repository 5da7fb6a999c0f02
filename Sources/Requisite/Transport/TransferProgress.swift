/// How many bytes of an exchange's bodies were sent and received, and of how many.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes of the request's body that were sent.
  public var bytesSent: Int64 = 0
  /// The bytes of the request's body in all; nil where that is not known.
  public var bytesToSend: Int64?
  /// The bytes of the response's body that came, before decompression; with ``URLSessionTransport`` after it. A download
  /// that resumes counts those that came before, too.
  public var bytesReceived: Int64 = 0
  /// The bytes of the response's body in all, as the server announces them; nil where it does not, and where they are
  /// others than those that are counted.
  public var bytesToReceive: Int64?

  /// Makes the progress of an exchange that has not begun.
  public init() {}

  /// The share of both bodies that has been moved, from 0 to 1; nil where the size of one is not known.
  ///
  /// The response counts from its header section on, so for an upload this is the share that was sent. nil as well while
  /// there are no bytes to move: a `GET` before its response.
  public var fractionCompleted: Double? {
    let hasBegun = bytesReceived > 0 || bytesToReceive != nil
    guard let toSend = bytesToSend, let toReceive = hasBegun ? bytesToReceive : 0 else { return nil }
    let total = Double(toSend) + Double(toReceive)
    guard total > 0 else { return nil }
    return min(1, max(0, (Double(bytesSent) + Double(bytesReceived)) / total))
  }
}

extension RequestOptions {
  /// Called while the bodies of the request and the response are on their way, at most every 50 milliseconds, and when
  /// the last byte has come. nil by default.
  ///
  /// The call waits for it, on a thread of the transport: be brief. A request that is sent again, for a redirect or another
  /// attempt, begins anew at 0; ``APIClient/download(_:to:replacing:retrying:budget:maximumRetryAfter:)`` begins where it resumes. A call
  /// that fails ends without a last report. `CurlTransport` and ``URLSessionTransport`` report progress; other transports
  /// don't, but for downloads, which count for themselves.
  public var onProgress: (@Sendable (TransferProgress) -> Void)? {
    get { self[OnProgressKey.self] }
    set { self[OnProgressKey.self] = newValue }
  }
}

private enum OnProgressKey: RequestOptionKey {
  static let defaultValue: (@Sendable (TransferProgress) -> Void)? = nil
}

/// The progress of an exchange, and when it is due to be reported: at most every 50 milliseconds. A value; times are in
/// nanoseconds.
struct ProgressMeter {
  private static let interval: UInt64 = 50_000_000

  private(set) var progress = TransferProgress()
  private var lastReport: UInt64 = 0

  /// - Parameter received: The bytes of the response's body that came before, by an earlier attempt.
  init(_ request: TransportRequest, received: Int64 = 0) {
    progress.bytesToSend = request.body.length
    progress.bytesReceived = received
  }

  /// Records that `total` bytes of the request's body were sent. Returns the progress if a report is due.
  mutating func sent(_ total: Int64, at now: UInt64) -> TransferProgress? {
    progress.bytesSent = total
    return due(at: now)
  }

  /// Records that `count` more bytes of the response's body came. Returns the progress if a report is due.
  /// - Parameter total: How many there are in all; negative where that is not known.
  mutating func received(_ count: Int, of total: Int64, at now: UInt64) -> TransferProgress? {
    progress.bytesReceived += Int64(count)
    if total >= 0 { progress.bytesToReceive = total }
    return due(at: now)
  }

  /// Records that the body of the request is sent again from its beginning.
  mutating func rewind() { progress.bytesSent = 0 }

  private mutating func due(at now: UInt64) -> TransferProgress? {
    guard now >= lastReport + Self.interval else { return nil }
    lastReport = now
    return progress
  }
}
