import CRequisiteCurl
import Synchronization

/// One exchange under way: its state in the loop, and the parts of its response as they arrive.
///
/// `@unchecked Sendable` because the transfer has one owner at a time: first the task that sends the request, then
/// the loop's thread, and after `waiter` is resumed, the task again. Each change of owner goes through the lock of
/// ``CurlMailbox`` or the resumption of `waiter`. For a stream, the task gets back only `head`, `connectStart` and
/// `measurements`, which the loop then leaves alone; what the loop learns later goes through the lock of `stream`.
///
/// The properties that are used for every chunk of a response need no check of exclusive access at run time: no access to
/// one of them lasts while other code of the loop uses it.
package final class CurlTransfer: @unchecked Sendable {
  let request: CurlRequest
  /// The queue for a body that is read while it arrives; nil for a body that is collected. A body that is to be decoded is
  /// read while it arrives whatever its delivery: its decoded size may pass the limit long before its end. Set before the
  /// task is resumed.
  @exclusivity(unchecked) package private(set) var stream: CurlStreamQueue?
  /// The task that waits for the response, or for its header section. Cleared when it is resumed, so it is resumed
  /// once.
  private var waiter: UnsafeContinuation<CurlProblem?, Never>?

  /// True once `waiter` is resumed. The resumption also orders memory, but ThreadSanitizer on Linux cannot see it.
  private let isHandedOver = Atomic(false)

  @exclusivity(unchecked) var head: HTTPHeadCollector
  /// The lines of the trailers.
  @exclusivity(unchecked) package internal(set) var trailers = HTTPHeaderLines()
  var trailerFraming = HTTPFraming.trailers
  @exclusivity(unchecked) var body = CurlBuffer()
  @exclusivity(unchecked) var measurements = rq_measurements()
  let submitted = CurlTick.clock()
  private(set) var started: UInt64 = 0
  /// The time at which libcurl had a connection for the transfer, or began to make one; 0 before the response's first
  /// byte.
  @exclusivity(unchecked) private(set) var connectStart: UInt64 = 0

  /// The position among the loop's transfers; nil before the start and after the end.
  @exclusivity(unchecked) var index: Int?
  @exclusivity(unchecked) var handle: CurlHandle?
  /// The multi handle of `handle`, which counts its transfers.
  @exclusivity(unchecked) var multi: CurlMulti? {
    didSet {
      oldValue?.transfers -= 1
      multi?.transfers += 1
    }
  }
  @exclusivity(unchecked) var upload: CurlUpload?
  var isCancelled = false
  /// The number of bytes of the current header line that the write callback has received, while it receives the lines first;
  /// nil otherwise.
  @exclusivity(unchecked) var previewed: Int?
  var isReceivePaused = false
  private(set) var isSendPaused = false
  private var sendPauseStart: UInt64 = 0
  let observer: (any CurlTransferObserver)?
  /// The problem that a callback has found. It replaces libcurl's own code, which only follows from it.
  @exclusivity(unchecked) var problem: CurlProblem?
  /// The number of times that libcurl began to send the request.
  var attempts = 0
  /// Whether the server may have processed the request, on this connection or an earlier one. Known to the task at the end
  /// of a transfer that failed.
  package internal(set) var wasSent = false
  /// Whether the watchdog has seen that the transfer has a connection. Used before 7.80, where `attempts` stays 0.
  var isKnownToBeSent = false
  /// Whether the transfer has to start anew.
  var restart = Restart.notNeeded
  /// The time at which a byte was last sent or received.
  @exclusivity(unchecked) var lastActivity: UInt64 = 0
  /// The number of the request's body's bytes that libcurl had sent when it was last asked.
  private var sent: Int64 = 0
  @exclusivity(unchecked) var tick: CurlTick?
  /// Whether the whole body has arrived, by a length that libcurl ignores: see `Quirks/IgnoredLength.swift`.
  @exclusivity(unchecked) var hasCountedBody = false

  enum Restart {
    case notNeeded
    /// The connection cannot be used.
    case onNewConnection
    /// The transfer has started anew on a new connection, and does not again.
    case done
  }

  package init(_ request: CurlRequest, observer: (any CurlTransferObserver)? = nil) {
    stream = request.isStreamed ? CurlStreamQueue() : nil
    head = HTTPHeadCollector(limit: request.limits.head, mayBeHTTP2: request.mayBeHTTP2)
    self.request = request
    self.observer = observer
  }

  /// Sets the task that waits; called before the transfer is submitted.
  package func wait(with waiter: UnsafeContinuation<CurlProblem?, Never>) { self.waiter = waiter }

  func start(in tick: CurlTick, index: Int, handle: CurlHandle, multi: CurlMulti) {
    self.tick = tick
    self.index = index
    self.handle = handle
    self.multi = multi
    started = tick.now
    lastActivity = tick.now
    previewed = handle.previewsLines ? 0 : nil
  }

  /// Whether libcurl has a connection for the request.
  var hasConnection: Bool { attempts > 0 || (handle?.preTransferTime ?? 0) > 0 }

  /// Whether the transfer still waits for a connection.
  var isQueued: Bool { !hasConnection && handle?.isLookingUp == false }

  /// Whether the server has surely not processed the request, as far as it was sent on the current connection.
  var isUnprocessed: Bool { head.total == 0 && handle?.isUnprocessed(request) == true }

  /// The paused directions, as libcurl's bits: CURLPAUSE_RECV is 1, CURLPAUSE_SEND is 4.
  var pauses: Int32 { (isReceivePaused ? 1 : 0) | (isSendPaused ? 4 : 0) }

  /// Returns true once the loop has handed the transfer back. Called by the task after it is resumed.
  package func takeBack() -> Bool { isHandedOver.load(ordering: .acquiring) }

  func touch() {
    guard let tick else { return }
    lastActivity = tick.now
  }

  /// Counts as activity that libcurl has sent something of the body, by its own count, on a socket that had room. Returns
  /// true if it has since the last time.
  ///
  /// Neither alone: libcurl 8 takes a chunk each second even if the server has closed its window, and writes each second to a
  /// socket that the system says is full, which takes some megabytes more.
  ///
  /// - Parameter count: The number of bytes that libcurl takes now, which before 7.55 is all that is known.
  @discardableResult
  func noteSent(taking count: Int = 0) -> Bool {
    let sent = handle?.sentBytes ?? sent + Int64(count)
    guard sent != self.sent else { return false }
    self.sent = sent
    guard let tick, tick.now > lastActivity else { return true }
    guard handle?.connection?.isWritable(since: lastActivity) != false else { return false }
    touch()
    return true
  }

  /// Pauses the request's body until its next chunk is there.
  func pauseSending() {
    isSendPaused = true
    sendPauseStart = tick?.now ?? 0
  }

  /// Ends the pause, whose time does not count as idle.
  func endPauseOfSending() {
    isSendPaused = false
    guard let now = tick?.now else { return }
    lastActivity = min(now, lastActivity + (now - sendPauseStart))
  }

  /// Sets `connectStart` at the first byte of the response: the current time, minus libcurl's time to the first byte.
  func noteConnectStart() {
    guard connectStart == 0 else { return }
    let taken = UInt64(max(0, handle?.firstByteTime ?? 0)) * 1000
    let now = CurlTick.clock()
    connectStart = now - min(now, taken)
  }

  /// Ends the transfer, with or without a problem, and resumes its task. The loop does not use the transfer afterwards.
  func complete(_ problem: CurlProblem?, _ measured: rq_measurements = rq_measurements()) {
    // Before 7.80, libcurl does not report when it begins to send.
    let hasStarted = CurlLibrary.usable?.hasPrerequest == false ? hasConnection : attempts > 0
    if problem != nil, hasStarted, !isUnprocessed { wasSent = true }
    index = nil
    handle = nil
    multi = nil
    tick = nil
    if problem == nil {
      // libcurl counts the framing of chunks as well.
      let sent = min(measured.bytes_sent, upload?.sent ?? .max)
      observer?.finished(sent: sent, received: measured.bytes_received)
    }
    upload?.cancel()
    upload = nil
    if waiter != nil { measurements = measured }
    // The task reads what there is of the body, and then gets the problem.
    guard let stream, head.isComplete else { return resumeWaiter(problem) }
    let end = CurlEnd(trailers: trailers, timings: CurlTimings(self, measured))
    stream.finish(problem.map { .failure($0) } ?? .success(end))
    resumeWaiter(nil)
  }

  /// Makes the body a stream if it is to be decoded, or belongs to a redirect that is left. Called when the header section is
  /// complete.
  func chooseStream() {
    let isFollowed = request.followsRedirects && (300..<400).contains(head.status) && mayHaveBody
    guard stream == nil, isFollowed || request.decodes && head.framing.hasContentCoding else { return }
    stream = CurlStreamQueue()
  }

  /// Returns the response to its task, which reads the body, and wakes the reader if there is more to read.
  func flush() {
    if waiter != nil, let handle { rq_easy_measure(handle.easy, &measurements) }
    resumeWaiter(nil)
    stream?.flush()
  }

  func resumeWaiter(_ problem: CurlProblem?) {
    guard let waiter else { return }
    self.waiter = nil
    isHandedOver.store(true, ordering: .releasing)
    waiter.resume(returning: problem)
  }
}

/// What the task reads of its transfer, after ``CurlTransfer/takeBack()``.
extension CurlTransfer {
  /// Whether the header section is complete.
  package var hasHead: Bool { head.isComplete }
  /// The status of the response; 0 without one.
  package var status: Int { head.status }
  /// The fields of the response.
  package var fields: HTTPHeaderLines { head.lines }
  /// The times of the transfer; of a stream, up to its header section.
  package var timings: CurlTimings { CurlTimings(self, measurements) }
  /// Returns the body of a response in memory, once.
  package func takeBody() -> Data { body.takeData() }
}

/// The problems of a transfer that libcurl reports as finished.
extension CurlTransfer {
  /// The problem of a response that is incomplete although libcurl reports it as complete; nil if nothing is missing.
  var incompleteness: CurlProblem? { truncatedHead ?? truncatedBody ?? truncatedStream ?? missingCloseNotify }

  /// Whether the response is known to be whole, so that a failure concerns only the rest of the request's body, or a body
  /// that the response must not have. A server may answer before it has read the request's body, and then close the
  /// connection or reset the stream (RFC 9113 §8.1).
  var isAnswered: Bool {
    guard problem == nil, head.isComplete, let handle else { return false }
    guard mayHaveBody else { return true }
    return request.body.hasBytes && handle.contentLength == Int64(arrivedBody) || hasWholeStream
  }

  /// Whether libcurl reports the end of the response by this CURLcode: no failure, or CURLE_SEND_ERROR or
  /// CURLE_HTTP2_STREAM after a whole response, or a failure of the connection after END_STREAM, or a TLS connection that ended
  /// without `close_notify` where that is accepted.
  func isEnd(_ code: CurlCode) -> Bool {
    code == .ok || hasCountedBody || (code == .sending || code == .http2Stream) && isAnswered
      || (code == .http2 || code == .receiving) && isAnswered && hasWholeStream || isAcceptedEnd(code)
  }

  /// The number of bytes of the body that have arrived.
  var arrivedBody: Int { stream?.total ?? body.count }

  /// Whether the response may have a body.
  var mayHaveBody: Bool {
    request.method != "HEAD" && head.status != 204 && head.status != 304
  }

  /// Returns the problem of a transfer that failed with this CURLcode. A problem that a callback has found comes first.
  func problem(of code: CurlCode) -> CurlProblem {
    if let problem { return problem }
    let detail = handle?.detail ?? ""
    if let problem = headProblem(code, detail) ?? connectionProblem(code, detail) { return problem }
    return handle?.problem(of: code) ?? .library(code: code, detail: detail)
  }
}

/// Learns how many bytes of a transfer's bodies were sent and received. Used only by the loop's thread, which waits for it.
package protocol CurlTransferObserver: AnyObject {
  /// `count` more bytes of the request's body were passed to libcurl, at a time in nanoseconds.
  func sent(_ count: Int, at now: UInt64)
  /// The request's body is sent again from its beginning.
  func rewound()
  /// `count` more bytes of the response's body have arrived, of `total`, which is negative if unknown.
  func received(_ count: Int, of total: Int64, at now: UInt64)
  /// The transfer has ended without a problem.
  func finished(sent: Int64, received: Int64)
}
