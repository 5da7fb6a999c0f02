import FoundationNetworking

/// Hands what Foundation on Linux says of a task to the delegate of that task, else to the session's.
///
/// `@unchecked Sendable` because all that changes stands under `lock`.
final class Router: NSObject, FoundationNetworking.URLSessionDataDelegate,
  FoundationNetworking.URLSessionDownloadDelegate, @unchecked Sendable
{
  private let lock = NSLock()
  private var tasks: [Int: URLSessionTask] = [:]
  weak var session: URLSession?

  var all: [URLSessionTask] { lock.withLock { tasks.keys.sorted().compactMap { tasks[$0] } } }

  func connect(_ task: URLSessionTask, to inner: FoundationNetworking.URLSessionTask) {
    lock.withLock { tasks[inner.taskIdentifier] = task }
  }

  private func task(_ inner: FoundationNetworking.URLSessionTask) -> URLSessionTask? {
    lock.withLock { tasks[inner.taskIdentifier] }
  }

  /// Delivers to the first delegate of that kind that implements the method; `otherwise` if none does.
  func deliver<Delegate>(
    _ task: URLSessionTask, to kind: Delegate.Type, otherwise: @escaping @Sendable () -> Void = {},
    _ call: @escaping @Sendable (Delegate, URLSession) -> Void
  ) {
    guard let session else { return }
    task.deliver {
      // Apple's: “not supported on background session”.
      let own = session.configuration.identifier == nil ? task.delegate as? Delegate : nil
      let delegates = [own, session.delegate as? Delegate].compactMap(\.self)
      if !OptionalMethod.first(delegates, { call($0, session) }) { otherwise() }
    }
  }

  func urlSession(
    _: FoundationNetworking.URLSession, task inner: FoundationNetworking.URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let task = task(inner) else { return completionHandler(nil) }
    let answer: @Sendable (URLRequest?) -> Void = { request in
      CancelOrRedirect.lock.withLock { if !task.wasCancelled { completionHandler(request) } }
    }
    deliver(task, to: (any URLSessionTaskDelegate).self, otherwise: { answer(request) }) {
      $0.urlSession(
        $1, task: task, willPerformHTTPRedirection: response, newRequest: request, completionHandler: answer)
    }
  }

  /// Apple's session delivers a 401 whose challenge nothing answers; Foundation on Linux only if it is declined.
  func urlSession(
    _: FoundationNetworking.URLSession, task inner: FoundationNetworking.URLSessionTask,
    didReceive challenge: FoundationNetworking.URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (
        FoundationNetworking.URLSession.AuthChallengeDisposition, FoundationNetworking.URLCredential?
      ) -> Void
  ) {
    guard let task = task(inner) else { return completionHandler(.cancelAuthenticationChallenge, nil) }
    let own = URLAuthenticationChallenge(challenge)
    deliver(
      task, to: (any URLSessionTaskDelegate).self,
      otherwise: { completionHandler(.cancelAuthenticationChallenge, nil) }
    ) {
      $0.urlSession($1, task: task, didReceive: own) { disposition, credential in
        guard disposition == .useCredential, let credential = credential?.onLinux else {
          return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        completionHandler(.useCredential, credential)
      }
    }
  }

  func urlSession(
    _: FoundationNetworking.URLSession, dataTask inner: FoundationNetworking.URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (FoundationNetworking.URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(.allow)
    // Apple's session keeps interim responses to itself.
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard !(100..<200).contains(status), let task = task(inner), !isSniffed(response) else { return }
    respond(task, response)
  }

  /// True for the types that the classic loader guesses from the first 512 bytes, until which it holds back the response.
  private func isSniffed(_ response: URLResponse) -> Bool {
    session?.configuration.isClassic == true
      && ["text/plain", "application/octet-stream"].contains(response.mimeType)
  }

  /// Returns the bytes to deliver, with those that were held back; nil while they are held back.
  private func sniffed(_ data: Data, of task: URLSessionTask, _ response: URLResponse?) -> Data? {
    guard let response, isSniffed(response) else { return data }
    return task.lock.withLock {
      guard !task.hasResponded else { return data }
      task.sniffed.append(data)
      return task.sniffed.count < 512 ? nil : task.sniffed.take()
    }
  }

  /// Delivers what was held back of a task that has ended.
  private func releaseSniffed(_ task: URLSessionTask, _ response: URLResponse?) {
    guard let response, isSniffed(response), !task.lock.withLock({ task.hasResponded }) else { return }
    respond(task, response)
    deliver(task.lock.withLock { task.sniffed.take() }, to: task)
  }

  private func deliver(_ data: Data, to task: URLSessionTask) {
    guard !data.isEmpty, let task = task as? URLSessionDataTask else { return }
    deliver(task, to: (any URLSessionDataDelegate).self) {
      $0.urlSession($1, dataTask: task, didReceive: data)
    }
  }

  private func respond(_ task: URLSessionTask, _ wire: URLResponse) {
    let response = wire.asLatin1
    task.lock.withLock {
      task.hasResponded = true
      task.dates.first = task.dates.first ?? Date()
    }
    // Apple's session does not call this method for background uploads.
    let isBackground = session?.configuration.identifier != nil
    guard let dataTask = task as? URLSessionDataTask, !(isBackground && task is URLSessionUploadTask) else {
      return
    }
    deliver(task, to: (any URLSessionDataDelegate).self) {
      $0.urlSession($1, dataTask: dataTask, didReceive: response) { disposition in
        if disposition == .cancel { task.cancel() }
      }
    }
  }

  func urlSession(
    _: FoundationNetworking.URLSession, dataTask inner: FoundationNetworking.URLSessionDataTask,
    didReceive data: Data
  ) {
    guard let task = task(inner), let data = sniffed(data, of: task, inner.response) else { return }
    if let response = inner.response, !task.lock.withLock({ task.hasResponded }) { respond(task, response) }
    task.lock.withLock { task.received += Int64(data.count) }
    deliver(data, to: task)
  }

  func waits(_ task: URLSessionTask) {
    deliver(task, to: (any URLSessionTaskDelegate).self) {
      $0.urlSession($1, taskIsWaitingForConnectivity: task)
    }
  }

  func urlSession(
    _: FoundationNetworking.URLSession, task inner: FoundationNetworking.URLSessionTask,
    didSendBodyData bytesSent: Int64, totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    guard let task = task(inner) else { return }
    deliver(task, to: (any URLSessionTaskDelegate).self) {
      $0.urlSession(
        $1, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
        totalBytesExpectedToSend: totalBytesExpectedToSend)
    }
  }

  func urlSession(
    _: FoundationNetworking.URLSession, downloadTask inner: FoundationNetworking.URLSessionDownloadTask,
    didWriteData bytesWritten: Int64, totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    guard let task = task(inner) as? URLSessionDownloadTask else { return }
    deliver(task, to: (any URLSessionDownloadDelegate).self) {
      $0.urlSession(
        $1, downloadTask: task, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
        totalBytesExpectedToWrite: totalBytesExpectedToWrite)
    }
  }

  func urlSession(
    _: FoundationNetworking.URLSession, downloadTask inner: FoundationNetworking.URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    guard let task = task(inner) as? URLSessionDownloadTask, let session else { return }
    // At once: the file is gone when this returns.
    let delegates = [task.delegate, session.delegate].compactMap { $0 as? any URLSessionDownloadDelegate }
    _ = OptionalMethod.first(delegates) {
      $0.urlSession(session, downloadTask: task, didFinishDownloadingTo: location)
    }
  }

  func urlSession(
    _: FoundationNetworking.URLSession, task inner: FoundationNetworking.URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    guard let task = lock.withLock({ tasks.removeValue(forKey: inner.taskIdentifier) }) else { return }
    let isUnauthorized = (inner.response as? HTTPURLResponse)?.statusCode == 401 && !task.wasCancelled
    if isUnauthorized, let response = inner.response, !task.lock.withLock({ task.hasResponded }) {
      respond(task, response)
    }
    releaseSniffed(task, inner.response)
    // A body that is cut short is an error on Apple's systems as well; a declined challenge is not.
    let failures: [URLError.Code?] = [.unknown, .timedOut, .networkConnectionLost]
    let fields = (inner.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Transfer-Encoding")
    let isCutUnseen =
      fields == "chunked" && session?.configuration.isClassic == true && !task.wasCancelled
      && (error as? URLError)?.code != .timedOut
    let declined = isCutUnseen || isUnauthorized && !failures.contains((error as? URLError)?.code)
    task.lock.withLock { task.dates.end = Date() }
    let metrics = URLSessionTaskMetrics(of: task, (error as? URLError)?.code)
    deliver(task, to: (any URLSessionTaskDelegate).self) {
      $0.urlSession($1, task: task, didFinishCollecting: metrics)
    }
    deliver(task, to: (any URLSessionTaskDelegate).self) {
      $0.urlSession($1, task: task, didCompleteWithError: declined ? nil : error)
    }
    task.deliver { task.delegate = nil }
  }
}
