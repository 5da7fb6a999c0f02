#if os(Linux)
  /// Tells how far a transfer has come. Used by the loop's thread alone.
  struct CurlProgress {
    private var meter: ProgressMeter
    private let report: @Sendable (TransferProgress) -> Void

    /// nil where nobody wants to know.
    init?(_ request: TransportRequest) {
      guard let report = request.options.onProgress else { return nil }
      (self.report, meter) = (report, ProgressMeter(request))
    }

    mutating func sent(_ count: Int, at now: UInt64) {
      if let progress = meter.sent(meter.progress.bytesSent + Int64(count), at: now) { report(progress) }
    }

    /// Records that the body of the request is sent again from its beginning.
    mutating func rewound() { meter.rewind() }

    mutating func received(_ count: Int, of total: Int64, at now: UInt64) {
      if let progress = meter.received(count, of: total, at: now) { report(progress) }
    }

    /// All has come: the last word, with what libcurl counted.
    func finish(sent: Int64, received: Int64) {
      var progress = meter.progress
      (progress.bytesSent, progress.bytesReceived) = (sent, received)
      report(progress)
    }
  }
#endif
