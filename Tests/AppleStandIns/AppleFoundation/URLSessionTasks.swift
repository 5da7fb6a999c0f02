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
  let inner: FoundationNetworking.URLSessionTask
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

  init(_ inner: FoundationNetworking.URLSessionTask, queue: DispatchQueue) {
    (self.inner, self.queue) = (inner, queue)
  }

  public var taskIdentifier: Int { inner.taskIdentifier }
  public var originalRequest: URLRequest? { inner.originalRequest }
  public var response: URLResponse? { inner.response }
  public var error: (any Error)? { inner.error }
  public var countOfBytesSent: Int64 { inner.countOfBytesSent }

  public var delegate: (any URLSessionTaskDelegate)? {
    get { lock.withLock { _delegate } }
    set { lock.withLock { _delegate = newValue } }
  }

  public var priority: Float {
    get { lock.withLock { _priority } }
    set { lock.withLock { _priority = newValue } }
  }

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
    if starts { inner.resume() }
  }

  public func cancel() {
    let starts = lock.withLock {
      isCancelled = true
      let starts = !hasStarted
      (hasStarted, suspensions) = (true, 0)
      release()
      return starts
    }
    CancelOrRedirect.lock.withLock { inner.cancel() }
    // A task of Foundation's on Linux that was never started reports no end.
    if starts { inner.resume() }
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
public final class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}

/// Foundation on Linux ends the process if the redirect of a cancelled task is answered.
enum CancelOrRedirect {
  static let lock = NSLock()
}
