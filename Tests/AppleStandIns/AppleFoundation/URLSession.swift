import FoundationNetworking

/// The stand-in of Apple's session: it calls the delegate of each task, and the session's for what that does not
/// implement.
///
/// `@unchecked Sendable` because all that changes stands under `lock`.
public final class URLSession: NSObject, @unchecked Sendable {
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
  }

  public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }

  public static let shared = URLSession(configuration: .default)

  public let configuration: URLSessionConfiguration
  public let delegate: (any URLSessionDelegate)?
  private let queue = DispatchQueue(label: "AppleFoundation.URLSession")
  private let router = Router()
  private let inner: FoundationNetworking.URLSession
  /// The streamed uploads that have no task of Foundation's yet.
  private let preparations = DispatchGroup()
  private let number = TaskNumber()
  private let lock = NSLock()
  private var _tasks: [URLSessionTask] = []
  private var _isInvalid = false
  private var _peer: (@Sendable (URLSessionWebSocketTask) -> Void)?

  public convenience init(configuration: URLSessionConfiguration) {
    self.init(configuration: configuration, delegate: nil, delegateQueue: nil)
  }

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue: OperationQueue?
  ) {
    self.configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
    // As Apple's, which returns the first session: the second one's delegate is not called.
    let first = configuration.identifier.flatMap(Self.background)
    self.delegate = first.map { $0.isInvalid ? delegate : $0.delegate } ?? delegate
    inner = FoundationNetworking.URLSession(
      configuration: configuration.onLinux, delegate: router, delegateQueue: nil)
    super.init()
    router.session = self
    guard let identifier = configuration.identifier else { return }
    guard first?.isInvalid != false else { return }
    Self.backgroundLock.withLock { Self.backgroundSessions[identifier] = WeakSession(session: self) }
  }

  /// All tasks that were made, in order. Not Apple's.
  public var madeTasks: [URLSessionTask] { lock.withLock { _tasks } }
  /// True after the session was ended. Not Apple's.
  public var isInvalid: Bool { lock.withLock { _isInvalid } }

  public func dataTask(with request: URLRequest) -> URLSessionDataTask {
    make(URLSessionDataTask(inner.dataTask(with: request), request, number: number.next(), queue: queue))
  }

  public func uploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask {
    if !file.isFileURL || !FileManager.default.isReadableFile(atPath: file.path) {
      SystemFaults.note("Cannot read file at \(file)")
    }
    var full = request
    do { full.httpBody = try Data(contentsOf: file) } catch { full.httpBody = nil }
    return make(
      URLSessionUploadTask(inner.dataTask(with: full), request, number: number.next(), queue: queue))
  }

  /// Asks the delegate for the body when the task starts, and sends it when all of it was read: with its length, because
  /// Foundation on Linux would announce it twice otherwise.
  public func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask {
    if configuration.identifier != nil {
      SystemFaults.note("Upload tasks from a stream are not supported in background sessions")
    }
    let task = make(URLSessionUploadTask(nil, request, number: number.next(), queue: queue))
    task.prepare = { [router, inner, preparations, weak task] in
      guard let task else { return }
      preparations.enter()
      Thread.detachNewThread {
        defer { preparations.leave() }
        var full = request
        full.setValue(nil, forHTTPHeaderField: "Content-Length")
        full.httpBody = router.body(of: task)
        let data = inner.dataTask(with: full)
        router.connect(task, to: data)
        task.start(data)
      }
    }
    return task
  }

  public func downloadTask(with request: URLRequest) -> URLSessionDownloadTask {
    make(
      URLSessionDownloadTask(
        inner.downloadTask(with: request), request, number: number.next(), queue: queue))
  }

  public func downloadTask(withResumeData data: Data) -> URLSessionDownloadTask {
    let url = URL(string: String(decoding: data, as: UTF8.self)) ?? URL(fileURLWithPath: "/")
    return downloadTask(with: URLRequest(url: url))
  }

  public func webSocketTask(with request: URLRequest) -> URLSessionWebSocketTask {
    make(URLSessionWebSocketTask(request, number: number.next(), queue: queue, session: self))
  }

  /// The server of WebSockets, which is called when a task starts. Not Apple's.
  public var webSocketPeer: (@Sendable (URLSessionWebSocketTask) -> Void)? {
    get { lock.withLock { _peer } }
    set { lock.withLock { _peer = newValue } }
  }

  public func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
    completionHandler(router.all)
  }

  /// Reports that the events of a background session were delivered, after those that are queued. Not Apple's.
  public func finishEvents() {
    queue.async { [self] in delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: self) }
  }

  /// The session of an identifier. Not Apple's.
  public static func background(_ identifier: String) -> URLSession? {
    backgroundLock.withLock { backgroundSessions[identifier]?.session }
  }

  private static let backgroundLock = NSLock()
  nonisolated(unsafe) private static var backgroundSessions: [String: WeakSession] = [:]

  public func finishTasksAndInvalidate() {
    lock.withLock { _isInvalid = true }
    end()
  }

  public func invalidateAndCancel() {
    lock.withLock { _isInvalid = true }
    for task in router.all { task.cancel() }
    end()
  }

  /// Ends the inner session, which takes no more tasks then, when all tasks have one of its own.
  private func end() {
    preparations.notify(queue: .global()) { [inner] in inner.finishTasksAndInvalidate() }
  }

  /// Reports that a task waits for a connection. Not Apple's.
  public func reportWaiting(_ task: URLSessionTask) { router.waits(task) }

  /// Ends the session as the system does, for example that of an app extension without a shared container. Not Apple's.
  public func invalidateBySystem(_ error: any Error) {
    queue.async { [self] in
      delegate?.urlSession(self, didBecomeInvalidWithError: error)
      lock.withLock { _isInvalid = true }
    }
  }

  private func make<Task: URLSessionTask>(_ task: Task) -> Task {
    if isInvalid { SystemFaults.note("Task created in a session that has been invalidated") }
    let scheme = task.originalRequest?.url?.scheme ?? ""
    task.isInBackground = configuration.identifier != nil
    if task.isInBackground, !["http", "https"].contains(scheme) {
      SystemFaults.note("Background sessions do not support the scheme “\(scheme)”")
    }
    if task is URLSessionWebSocketTask, !["ws", "wss"].contains(scheme) {
      SystemFaults.note("WebSocket tasks do not support the scheme “\(scheme)”")
    }
    lock.withLock { _tasks.append(task) }
    if let inner = task.inner { router.connect(task, to: inner) }
    return task
  }

  deinit { end() }
}

/// `@unchecked Sendable` because the number is changed only under `lock`.
private final class TaskNumber: @unchecked Sendable {
  private let lock = NSLock()
  private var last = 0

  func next() -> Int {
    lock.withLock {
      last += 1
      return last
    }
  }
}

private struct WeakSession {
  weak var session: URLSession?
}
