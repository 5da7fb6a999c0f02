#if os(Linux)
  /// Tells how far a transfer has come, and not too often. Used by the loop's thread alone.
  struct CurlProgress {
    private var value = TransferProgress()
    private var lastReport: UInt64 = 0
    private let report: @Sendable (TransferProgress) -> Void
    private static let interval: UInt64 = 50_000_000

    /// nil where nobody wants to know.
    init?(_ request: TransportRequest) {
      guard let report = request.options.onProgress else { return nil }
      self.report = report
      value.bytesToSend = request.body.length
    }

    mutating func sent(_ count: Int, at now: UInt64) {
      value.bytesSent += Int64(count)
      tell(at: now)
    }

    /// The body of the request is begun again.
    mutating func rewound() { value.bytesSent = 0 }

    mutating func received(_ count: Int, of total: Int64, at now: UInt64) {
      value.bytesReceived += Int64(count)
      if total >= 0 { value.bytesToReceive = total }
      tell(at: now)
    }

    /// All has come: the last word, with what libcurl counted.
    mutating func finish(sent: Int64, received: Int64) {
      (value.bytesSent, value.bytesReceived) = (sent, received)
      report(value)
    }

    private mutating func tell(at now: UInt64) {
      guard now >= lastReport + Self.interval else { return }
      lastReport = now
      report(value)
    }
  }
#endif
