/// How far an exchange has come, and when that is to be told: not too often. A value; times are in nanoseconds.
struct ProgressMeter {
  private static let interval: UInt64 = 50_000_000

  private(set) var progress = TransferProgress()
  private var lastReport: UInt64 = 0

  /// - Parameter received: The bytes of the response's body that came before, by an earlier attempt.
  init(_ request: TransportRequest, received: Int64 = 0) {
    progress.bytesToSend = request.body.length
    progress.bytesReceived = received
  }

  /// So many bytes of the request's body have gone, in all. Returns what is to be told.
  mutating func sent(_ total: Int64, at now: UInt64) -> TransferProgress? {
    progress.bytesSent = total
    return due(at: now)
  }

  /// So many more bytes of the response's body have come. Returns what is to be told.
  /// - Parameter total: How many there are in all; negative where that is not known.
  mutating func received(_ count: Int, of total: Int64, at now: UInt64) -> TransferProgress? {
    progress.bytesReceived += Int64(count)
    if total >= 0 { progress.bytesToReceive = total }
    return due(at: now)
  }

  /// The body of the request is begun again.
  mutating func rewind() { progress.bytesSent = 0 }

  private mutating func due(at now: UInt64) -> TransferProgress? {
    guard now >= lastReport + Self.interval else { return nil }
    lastReport = now
    return progress
  }
}
