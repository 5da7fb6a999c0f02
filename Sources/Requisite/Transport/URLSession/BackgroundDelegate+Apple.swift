#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// The delegate of a background session. The session retains it, so it survives the ``BackgroundTransfers``.
  final class BackgroundDelegate: NSObject, URLSessionDownloadDelegate, URLSessionDataDelegate {
    private typealias Outcome = Result<TransportResponse.Body, NetworkRequestError>

    private let trust: ServerTrust
    private let events: BackgroundEvents
    private let progress: @Sendable (BackgroundTransfers.Transfer, TransferProgress) -> Void
    private let completion: BackgroundTransfers.Completion
    /// The bodies of the tasks that have not completed, by task identifier.
    private let outcomes = Locked<[Int: Outcome]>([:])
    private static let maximumErrorSize = 1 << 20
    /// Why the session ended, if the system said so; nil while it has not ended.
    let invalidity = Locked<String??>(nil)

    init(
      trust: ServerTrust, events: BackgroundEvents,
      progress: @escaping @Sendable (BackgroundTransfers.Transfer, TransferProgress) -> Void,
      completion: @escaping BackgroundTransfers.Completion
    ) {
      (self.trust, self.events, self.progress, self.completion) = (trust, events, progress, completion)
    }

    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      trust.urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    /// Moves the file before it returns, because the system then deletes it.
    func urlSession(
      _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
      let outcome = Outcome { () throws(NetworkRequestError) in try deliver(location, of: downloadTask) }
      outcomes.withLock { $0[downloadTask.taskIdentifier] = outcome }
    }

    func urlSession(
      _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
      totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
      report(downloadTask) {
        $0.bytesReceived = totalBytesWritten
        $0.bytesToReceive = totalBytesExpectedToWrite < 0 ? nil : totalBytesExpectedToWrite
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      report(task) {
        $0.bytesSent = totalBytesSent
        $0.bytesToSend = totalBytesExpectedToSend < 0 ? nil : totalBytesExpectedToSend
      }
    }

    private func report(_ task: URLSessionTask, _ count: (inout TransferProgress) -> Void) {
      guard let transfer = BackgroundTransfers.Transfer(task) else { return }
      var current = TransferProgress()
      count(&current)
      progress(transfer, current)
    }

    /// Collects the response of an upload.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let limit = RequestOptions().maximumBodySize
      let isTooLarge = outcomes.withLock { outcomes in
        var body = Data()
        if case .success(.data(let received)) = outcomes[dataTask.taskIdentifier] { body = received }
        guard data.count <= limit - body.count else { return true }
        outcomes[dataTask.taskIdentifier] = .success(.data(body + data))
        return false
      }
      guard isTooLarge else { return }
      let error = NetworkRequestError.bodyTooLarge(limit, request: Self.request(of: dataTask))
      outcomes.withLock { $0[dataTask.taskIdentifier] = .failure(error) }
      dataTask.cancel()
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
      invalidity.withLock { $0 = .some(error.map { TransportFailure(ofSession: $0, request: nil).message }) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      Task { @MainActor [events] in events.begin() }
      let outcome = outcomes.withLock { $0.removeValue(forKey: task.taskIdentifier) }
      guard let transfer = BackgroundTransfers.Transfer(task) else { return }
      completion(
        transfer,
        Result { () throws(NetworkRequestError) in
          if case .failure(let failure) = outcome { throw failure }
          let host = task.originalRequest?.url?.host()
          if let error = trust.explaining(error, host: host) { throw Self.failure(error, of: task) }
          var response = try Self.head(of: task)
          if case .success(let body) = outcome { response.body = body }
          return response
        })
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
      Task { @MainActor [events] in events.finish() }
    }

    private func deliver(_ location: URL, of task: URLSessionTask) throws(NetworkRequestError)
      -> TransportResponse.Body
    {
      let status = try Self.head(of: task).status
      guard let transfer = BackgroundTransfers.Transfer(task), let destination = transfer.destination else {
        return .data(Data())
      }
      let operation = FileOperation("moved", location, to: destination)
      do throws(FileFailure) {
        guard (200..<300).contains(status) else {
          let file = try PosixFile(readingIfPresent: location.path)
          return .data(try file?.read(Self.maximumErrorSize, at: 0) ?? Data())
        }
        try operation.move(replacing: transfer.replacesFile)
        return .file(destination)
      } catch {
        throw operation.failure(error, of: Self.request(of: task), .cannotMoveFile)
      }
    }

    private static func head(of task: URLSessionTask) throws(NetworkRequestError) -> TransportResponse {
      guard let http = task.response as? HTTPURLResponse, let url = http.url ?? task.originalRequest?.url
      else { throw failure(TransportFailure(.badServerResponse), of: task) }
      return TransportResponse(status: http.statusCode, headers: http.requisiteHeaders, url: url)
    }

    private static func failure(_ error: any Error, of task: URLSessionTask) -> NetworkRequestError {
      .urlSessionFailed(TransportFailure(ofSession: error, request: request(of: task)))
    }

    /// The request of a task for its errors; nil if the system has changed it to one that the library would not send.
    private static func request(of task: URLSessionTask) -> TransportRequest? {
      guard let request = task.originalRequest else { return nil }
      do { return try TransportRequest(request) } catch { return nil }
    }
  }
#endif
