import FoundationNetworking

/// A task of the stand-in: its work is done by one of Foundation's on Linux; what is delivered goes to its own delegate.
///
/// `suspend()` and `resume()` are recorded and hold the deliveries here: handed on, they would send the request again.
/// `@unchecked Sendable` because all that changes stands under `lock`.
open class URLSessionTask: NSObject, @unchecked Sendable {
  public enum State: Int, Sendable { case running, suspended, canceling, completed }

  public static let defaultPriority: Float = 0.5
  public static let lowPriority: Float = 0.25
  public static let highPriority: Float = 0.75

  let lock = NSLock()
  private var _inner: FoundationNetworking.URLSessionTask?
  private let request: URLRequest
  /// Reads the body that the delegate provides, and then makes the task that sends it.
  var prepare: (@Sendable () -> Void)?
  private let queue: DispatchQueue
  private var suspensions = 1
  private var hasStarted = false
  private var isCancelled = false
  private var held: [@Sendable () -> Void] = []
  private var _delegate: (any URLSessionTaskDelegate)?
  private var _priority = URLSessionTask.defaultPriority
  private var _description: String?
  private var _suspendCount = 0
  private var _resumeCount = 0
  /// When the task began, and when its first and last bytes came.
  var dates = (start: Date(), first: Date?.none, end: Date?.none)
  var received: Int64 = 0
  var hasResponded = false
  /// The bytes that are held back with the response.
  var sniffed = Data()
  /// The number of those bytes. Not Apple's.
  public var countOfBytesHeldBack: Int { lock.withLock { sniffed.count } }
  var isInBackground = false

  init(
    _ inner: FoundationNetworking.URLSessionTask?, _ request: URLRequest, number: Int, queue: DispatchQueue
  ) {
    (_inner, self.request, taskIdentifier, self.queue) = (inner, request, number, queue)
  }

  public let taskIdentifier: Int
  public var originalRequest: URLRequest? { request }
  public var response: URLResponse? { inner?.response?.asLatin1 }
  public var error: (any Error)? { inner?.error }
  public var countOfBytesSent: Int64 { inner?.countOfBytesSent ?? 0 }
  public var earliestBeginDate: Date? {
    get { lock.withLock { _earliest } }
    set { lock.withLock { _earliest = newValue } }
  }
  private var _earliest: Date?
  /// The bytes of a streamed body that were read. Not Apple's.
  public var countOfBytesRead: Int { lock.withLock { bytesRead } }
  var bytesRead = 0
  var stopsReading: (@Sendable () -> Void)? {
    get { lock.withLock { _stopsReading } }
    set {
      lock.withLock { _stopsReading = newValue }
      if wasCancelled { newValue?() }
    }
  }
  private var _stopsReading: (@Sendable () -> Void)?

  var inner: FoundationNetworking.URLSessionTask? { lock.withLock { _inner } }

  /// Sends the request with a body that was read from a stream, or ends a task that was cancelled meanwhile.
  func start(_ inner: FoundationNetworking.URLSessionTask) {
    let ends = lock.withLock {
      _inner = inner
      return isCancelled
    }
    if ends { CancelOrRedirect.lock.withLock { inner.cancel() } }
    inner.resume()
  }

  public var delegate: (any URLSessionTaskDelegate)? {
    get { lock.withLock { _delegate } }
    set {
      if isInBackground, newValue != nil {
        SystemFaults.note("Task delegates are not supported in background sessions")
      }
      lock.withLock { _delegate = newValue }
    }
  }

  public var priority: Float {
    get { lock.withLock { _priority } }
    set { lock.withLock { _priority = newValue } }
  }

  public var countOfBytesClientExpectsToSend: Int64 {
    get { lock.withLock { _expected.sent } }
    set { lock.withLock { _expected.sent = newValue } }
  }
  public var countOfBytesClientExpectsToReceive: Int64 {
    get { lock.withLock { _expected.received } }
    set { lock.withLock { _expected.received = newValue } }
  }
  private var _expected: (sent: Int64, received: Int64) = (-1, -1)

  public var taskDescription: String? {
    get { lock.withLock { _description } }
    set { lock.withLock { _description = newValue } }
  }

  /// How often the library asked for a pause, and for its end (the start not counted). Not Apple's.
  public var pauses: (suspended: Int, resumed: Int) { lock.withLock { (_suspendCount, _resumeCount) } }

  public func suspend() {
    lock.withLock {
      suspensions += 1
      _suspendCount += 1
    }
  }

  public func resume() {
    let starts = lock.withLock {
      suspensions = max(0, suspensions - 1)
      let starts = !hasStarted
      hasStarted = true
      if !starts { _resumeCount += 1 }
      if suspensions == 0 { release() }
      return starts
    }
    if starts { prepare?() }
    if starts { inner?.resume() }
  }

  public func cancel() {
    let (starts, stopReading) = lock.withLock {
      isCancelled = true
      let starts = !hasStarted
      (hasStarted, suspensions) = (true, 0)
      release()
      return (starts, _stopsReading)
    }
    stopReading?()
    if starts { prepare?() }
    CancelOrRedirect.lock.withLock { inner?.cancel() }
    // A task of Foundation's on Linux that was never started reports no end.
    if starts { inner?.resume() }
  }

  /// Delivers what was held. Called with the lock, so that no later delivery overtakes it.
  private func release() {
    for delivery in held { queue.async(execute: delivery) }
    held = []
  }

  var wasCancelled: Bool { lock.withLock { isCancelled } }

  /// Delivers in order; later, if the task is suspended.
  func deliver(_ delivery: @escaping @Sendable () -> Void) {
    lock.withLock {
      if suspensions > 0, hasStarted { held.append(delivery) } else { queue.async(execute: delivery) }
    }
  }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
public final class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
public final class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
  /// Cancels the task; the data of the stand-in is the URL.
  public func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {
    cancel()
    completionHandler(originalRequest?.url.map { Data($0.absoluteString.utf8) })
  }
}

public let NSURLSessionDownloadTaskResumeData = "NSURLSessionDownloadTaskResumeData"

/// Foundation on Linux ends the process if the redirect of a cancelled task is answered.
enum CancelOrRedirect {
  static let lock = NSLock()
}

extension Data {
  /// Returns the bytes, and leaves none.
  mutating func take() -> Data {
    defer { self = Data() }
    return self
  }
}
