#if os(Linux)
  import CRequisiteCurl
  import Synchronization

  /// One exchange under way: what the loop knows of it, and where its parts are collected.
  ///
  /// `@unchecked Sendable` because it has one owner at a time, and every change of owner goes through the lock of
  /// ``CurlMailbox`` or the resumption of `waiter`: first the task that sends it, then the loop's thread, and when
  /// `waiter` is resumed, the task again. Of a stream that is `head`, `turn` and `measurements`, which the loop then
  /// leaves alone; what it learns later goes through the lock of `stream`.
  final class CurlTransfer: @unchecked Sendable {
    let request: CurlRequest
    /// Where the body goes that is read while it comes; nil for one that is collected.
    let stream: CurlStreamQueue?
    /// The task that waits for the response, or for its header section. Taken when it is resumed, so it is resumed once.
    private var waiter: UnsafeContinuation<CurlProblem?, Never>?

    /// Set when `waiter` is resumed. The resumption orders memory as well; only, ThreadSanitizer on Linux cannot see it.
    private let isHandedOver = Atomic(false)

    var head: CurlHeadCollector
    /// The lines of the trailers.
    var trailers = CurlBuffer()
    var body = CurlBuffer()
    var measurements = rq_measurements()
    let submitted = CurlRound.time()
    private(set) var started: UInt64 = 0
    /// When libcurl had a connection for it, or began to make one; 0 before the first byte of the response.
    private(set) var turn: UInt64 = 0

    /// Its place among the loop's transfers; nil before it is started and when it is over.
    var index: Int?
    var handle: CurlHandle?
    var upload: CurlUpload?
    var isCancelled = false
    /// Whether libcurl has reported its end.
    var hasEnded = false
    var isReceivePaused = false
    var isSendPaused = false
    var progress: CurlProgress?
    /// Why it must fail, found out in a callback; libcurl's own code is then only an echo of it.
    var problem: CurlProblem?
    /// How often the request was begun to be sent.
    var attempts = 0
    /// Whether the watchdog has seen that it has a connection; where libcurl does not count attempts, before 7.80.
    var isKnownToBeSent = false
    /// Whether it is to begin anew on a connection of its own.
    var freshStart = FreshStart.notNeeded
    /// When a byte last came or went.
    var lastActivity: UInt64 = 0
    /// When libcurl was last made to look at it without any activity.
    var lastDrive: UInt64 = 0
    var round: CurlRound?

    enum FreshStart {
      case notNeeded, wanted, made
    }

    init(_ request: CurlRequest, progress: CurlProgress?) {
      (self.request, self.progress) = (request, progress)
      stream = request.delivery == .buffered ? nil : CurlStreamQueue()
      head = CurlHeadCollector(limit: request.limits.head)
    }

    /// The task waits from here on; before the transfer is submitted.
    func wait(with waiter: UnsafeContinuation<CurlProblem?, Never>) { self.waiter = waiter }

    func start(in round: CurlRound, index: Int, handle: CurlHandle) {
      (self.round, self.index, self.handle) = (round, index, handle)
      (started, lastActivity) = (round.now, round.now)
    }

    /// Whether the request is on its way.
    var hasConnection: Bool { attempts > 0 || (handle?.preTransferTime ?? 0) > 0 }

    /// For the task, when it was resumed.
    func takeBack() -> Bool { isHandedOver.load(ordering: .acquiring) }

    func touch() {
      guard let round else { return }
      lastActivity = round.now
    }

    /// Takes down when the request's turn was: the first byte of the response has just come, and libcurl counts the time
    /// to it from there.
    func noteTurn() {
      guard turn == 0 else { return }
      let taken = UInt64(max(0, handle?.firstByteTime ?? 0)) * 1000
      let now = CurlRound.time()
      turn = now - min(now, taken)
    }

    /// Ends the transfer, with or without a problem, and resumes its task. The loop does not use it afterwards.
    func complete(_ problem: CurlProblem?, _ measured: rq_measurements = rq_measurements()) {
      index = nil
      handle = nil
      round = nil
      if problem == nil { tellEnd(measured) }
      upload?.cancel()
      upload = nil
      if let stream { finish(stream, problem, measured) } else { measurements = measured }
      resumeWaiter(problem)
    }

    private func finish(_ stream: CurlStreamQueue, _ problem: CurlProblem?, _ measured: rq_measurements) {
      guard problem == nil else { return stream.finish(problem, nil) }
      let trailers = trailers.isEmpty ? HTTPHeaders() : trailers.withBytes(CurlHead.fields)
      stream.finish(nil, ByteStream.End(trailers: trailers, timings: TransferTimings(self, measured)))
    }

    private func tellEnd(_ measured: rq_measurements) {
      progress?.finish(sent: measured.bytes_sent, received: measured.bytes_received)
      progress = nil
    }

    func resumeWaiter(_ problem: CurlProblem?) {
      guard let waiter else { return }
      self.waiter = nil
      isHandedOver.store(true, ordering: .releasing)
      waiter.resume(returning: problem)
    }
  }

  /// Reports the progress of a transfer. Used by the loop's thread alone.
  struct CurlProgress {
    private var meter: ProgressMeter
    private let report: @Sendable (TransferProgress) -> Void

    /// nil if the request has no ``RequestOptions/onProgress``.
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
