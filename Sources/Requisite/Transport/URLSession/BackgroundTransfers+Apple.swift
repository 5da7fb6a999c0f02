#if !canImport(FoundationNetworking) || REQUISITE_STAND_INS
  /// Downloads and uploads of files that the system continues while the app is suspended or not running.
  ///
  /// ```swift
  /// let transfers = try BackgroundTransfers(identifier: "com.example.todos") {
  ///   transfer, result in
  ///   print(transfer.name, result)
  /// }
  /// try await transfers.download(
  ///   TransportRequest(url: url), named: "archive",
  ///   to: documents.appending(path: "archive.zip"))
  /// ```
  /// Create one at each launch, with the same identifier: the system then reports the transfers of earlier launches that
  /// ended in the meantime. Create only one for an identifier, and keep it: as long as it has not ended, the system returns its session
  /// for each further one, which is an error. Create it on a dispatch queue if the system may launch the app before the first unlock
  /// of the device: until then, the system holds up the thread that creates a background session. <doc:BackgroundTransferring> shows how.
  ///
  /// When the system launches the app for its events,
  /// it calls `application(_:handleEventsForBackgroundURLSession:completionHandler:)` of the app's delegate, which passes
  /// both on to ``handleEvents(of:completion:)``. With SwiftUI, the action of the scene's
  /// `backgroundTask(.urlSession("com.example.todos"))` calls ``waitForEvents()`` instead.
  ///
  /// The system sends the requests, so decorators, deadlines and ``RequestOptions/redirects`` do not apply. It follows all
  /// redirects: do not add credentials if the server could redirect to a server that must not receive them.
  public final class BackgroundTransfers: Sendable {
    /// Called once at the end of each transfer, on a queue of the session.
    ///
    /// A response has any status. The body of a download with a 2xx status is the file at its destination; all other bodies
    /// are in memory, and those of failed downloads are cut off after 1 MiB.
    public typealias Completion =
      @Sendable (BackgroundTransfers.Transfer, Result<TransportResponse, NetworkRequestError>) -> Void

    /// The identifier of the session.
    public let identifier: String
    private let session: URLSession
    private let delegate: BackgroundDelegate
    private let events = BackgroundEvents()
    private let files = BlockingQueue("requisite.background")

    /// Creates the session of an identifier.
    ///
    /// - Parameters:
    ///   - identifier: A name that no other session of the app has.
    ///   - configuration: The settings of the connections. `waitsForConnectivity` has no effect: transfers always wait.
    ///   - isDiscretionary: True if the system may choose when to transfer, for example on Wi-Fi and when charging. False by
    ///     default.
    ///   - sharedContainer: The identifier of the app group in whose container the system stores downloads. An app extension
    ///     needs one: without it, the system invalidates the session at once. nil by default.
    ///   - progress: Called with the bytes so far of a transfer, on a queue of the session, while the app is running. The
    ///     session retains it.
    ///   - completion: Called at the end of each transfer. The session retains it.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` that names a setting which URLSession does not have or which is
    ///   not valid, or says that the process has a session of this identifier, whose delegate receives all events.
    public init(
      identifier: String, configuration: TransportConfiguration = TransportConfiguration(),
      isDiscretionary: Bool = false, sharedContainer: String? = nil,
      progress: @escaping @Sendable (BackgroundTransfers.Transfer, TransferProgress) -> Void = { _, _ in },
      completion: @escaping Completion
    ) throws(NetworkRequestError) {
      let settings = URLSessionConfiguration.background(withIdentifier: identifier)
      settings.removeStores()
      try configuration.apply(to: settings)
      settings.isDiscretionary = isDiscretionary
      settings.sharedContainerIdentifier = sharedContainer
      if let idle = configuration.idleTimeout { settings.timeoutIntervalForRequest = idle / .seconds(1) }
      delegate = BackgroundDelegate(
        trust: try ServerTrust(configuration.tls), events: events, progress: progress, completion: completion)
      self.identifier = identifier
      session = URLSession(configuration: settings, delegate: delegate, delegateQueue: nil)
      // For an identifier that is in use, the system returns the first session, and ignores the delegate.
      guard session.delegate === delegate else {
        throw SettingProblem("the process already has a background session “\(identifier)”: keep it").error
      }
    }

    /// Starts a download.
    ///
    /// - Parameters:
    ///   - request: A request without a body.
    ///   - name: Identifies the transfer at its end, also after a relaunch.
    ///   - destination: The location of the file. Its folder must exist when the download ends. A location in the app's home
    ///     directory is found again when an update of the app moves that directory.
    ///   - replacing: True if an existing file is replaced, in one step. False by default.
    ///   - earliest: The date before which the system does not start the transfer; nil, for no such date, by default.
    ///   - expectedSize: The bytes that are expected, by which the system plans the transfer; nil, unknown, by default.
    ///   - partial: The data of an earlier download of this request, from ``pause(named:)`` or
    ///     ``TransportFailure/resumeData``. The download resumes if the server still has the same file. nil by default.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the destination is not a file URL or exists, or the request
    ///   has a body, invalid header fields or no `http` or `https` URL; ``NetworkRequestError/urlSessionFailed(_:)`` if the
    ///   system has invalidated the session.
    public func download(
      _ request: TransportRequest, named name: String, to destination: URL, replacing: Bool = false,
      notBefore earliest: Date? = nil, expectedSize: Int64? = nil, resuming partial: Data? = nil
    ) async throws(NetworkRequestError) {
      let message = try request.sessionRequest()
      guard request.body.isNone else {
        throw .invalidRequest(.body, "a background download cannot have a body")
      }
      try await files.run { () throws(NetworkRequestError) in
        try FileOperation.checkDestination(destination, replacing: replacing)
      }
      let transfer = BackgroundTransfers.Transfer(
        name: name, destination: destination, replacesFile: replacing)
      try await start(transfer, request, notBefore: earliest) { session in
        let task =
          partial.map { session.downloadTask(withResumeData: $0) } ?? session.downloadTask(with: message)
        if let expectedSize { task.countOfBytesClientExpectsToReceive = expectedSize }
        return task
      }
    }

    /// Starts an upload.
    ///
    /// - Parameters:
    ///   - request: A request whose body is a file. The file must exist until the upload ends.
    ///   - name: Identifies the transfer at its end, also after a relaunch.
    ///   - earliest: The date before which the system does not start the transfer; nil, for no such date, by default.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the body is not a file that can be read, header fields are
    ///   invalid, or the URL is not an `http` or `https` URL; ``NetworkRequestError/urlSessionFailed(_:)`` if the system has
    ///   invalidated the session.
    public func upload(
      _ request: TransportRequest, named name: String, notBefore earliest: Date? = nil
    ) async throws(NetworkRequestError) {
      let message = try request.sessionRequest()
      let body = try await files.run { () throws(NetworkRequestError) in try request.body.checked() }
      guard case .file(let file, let length) = body.content else {
        throw .invalidRequest(.body, "the body of a background upload must be a file")
      }
      let transfer = BackgroundTransfers.Transfer(name: name, destination: nil, replacesFile: false)
      try await start(transfer, request, notBefore: earliest) { session in
        let task = session.uploadTask(with: message, fromFile: file)
        task.countOfBytesClientExpectsToSend = length
        return task
      }
    }

    /// Starts a task, unless the session has ended: asked for a task then, it would end the process.
    private func start(
      _ transfer: BackgroundTransfers.Transfer, _ request: TransportRequest, notBefore earliest: Date?,
      _ makeTask: (URLSession) -> URLSessionTask
    ) async throws(NetworkRequestError) {
      let description = try transfer.taskDescription()
      await events.begin()
      if let reason = delegate.invalidity.withLock({ $0 }) {
        let message = "the system has invalidated the background session" + (reason.map { ": \($0)" } ?? "")
        throw .urlSessionFailed(
          TransportFailure(.backgroundSessionWasDisconnected, message, request: request))
      }
      let task = makeTask(session)
      task.taskDescription = description
      task.earliestBeginDate = earliest
      task.priority = request.options.priority.urlSessionPriority
      task.resume()
    }

    /// Returns the transfers that have not ended, including those of earlier launches.
    public func unfinished() async -> [BackgroundTransfers.Transfer] {
      await tasks().compactMap(BackgroundTransfers.Transfer.init)
    }

    /// Cancels all transfers of that name.
    ///
    /// Their completion receives ``NetworkRequestError/urlSessionFailed(_:)`` with `.cancelled`.
    public func cancel(named name: String) async {
      for task in await tasks() where BackgroundTransfers.Transfer(task)?.name == name { task.cancel() }
    }

    /// Cancels the download of that name, and returns the data from which another one can resume; nil if none can, for example because
    /// the server names no version of the file.
    ///
    /// Its completion receives ``NetworkRequestError/urlSessionFailed(_:)`` with `.cancelled`.
    public func pause(named name: String) async -> Data? {
      let task =
        await tasks().first { BackgroundTransfers.Transfer($0)?.name == name } as? URLSessionDownloadTask
      guard let task else { return nil }
      return await withCheckedContinuation { continuation in
        task.cancel { continuation.resume(returning: $0) }
      }
    }

    private func tasks() async -> [URLSessionTask] {
      await withCheckedContinuation { continuation in
        session.getAllTasks { continuation.resume(returning: $0) }
      }
    }

    /// Calls `completion` on the main actor after the events of the session were delivered, or at once if they were.
    ///
    /// Ignores other sessions.
    ///
    /// - Returns: True if the identifier is that of this session.
    @MainActor
    @discardableResult
    public func handleEvents(of identifier: String, completion: @escaping () -> Void) -> Bool {
      guard identifier == self.identifier else { return false }
      events.add(completion)
      return true
    }

    /// Waits until the events of the session were delivered, for the task that SwiftUI runs when the system launches the app
    /// for them. Cancellation, with which the system says that the time is over, ends the wait.
    @MainActor
    public func waitForEvents() async {
      let number = events.nextNumber()
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          events.add(number: number) { continuation.resume() }
        }
      } onCancel: {
        Task { @MainActor [events] in events.call(number) }
      }
    }
  }

  /// The completion handlers that the app has received from the system.
  @MainActor
  final class BackgroundEvents {
    private var completions: [(number: Int, call: () -> Void)] = []
    private var lastNumber = 0
    /// True if the events were delivered before there was a handler, which the next handler is then for.
    private var isFinished = false

    nonisolated init() {}

    /// Called when a transfer starts or ends: its events are not delivered yet.
    func begin() { isFinished = false }

    func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    func add(number: Int? = nil, _ completion: @escaping () -> Void) {
      completions.append((number ?? nextNumber(), completion))
      if isFinished { finish() }
    }

    /// Calls the handler of that number before the events were delivered, unless it was called.
    func call(_ number: Int) {
      guard let index = completions.firstIndex(where: { $0.number == number }) else { return }
      completions.remove(at: index).call()
    }

    func finish() {
      let finished = completions
      isFinished = finished.isEmpty
      completions = []
      for completion in finished { completion.call() }
    }
  }

  extension BackgroundTransfers {
    /// A transfer of ``BackgroundTransfers``.
    ///
    /// The system stores it with the task, so it survives the process.
    public struct Transfer: Sendable, Hashable {
      /// The name that the transfer was started with.
      public let name: String
      /// The location of a downloaded file; nil for an upload.
      public let destination: URL?
      let replacesFile: Bool
    }
  }

  extension TransportFailure {
    /// The data from which another download of ``BackgroundTransfers`` can resume after this failure; nil if none can.
    public var resumeData: Data? {
      (underlyingError as? URLError)?.userInfo[NSURLSessionDownloadTaskResumeData] as? Data
    }
  }

  extension BackgroundTransfers.Transfer {
    private struct Stored: Codable {
      var name: String
      var path: String?
      var isInHome: Bool
      var replacesFile: Bool
    }

    private static var home: String { NSHomeDirectory() + "/" }

    /// Returns the path below a folder, or nil if it is elsewhere.
    static func pathInHome(_ path: String, of home: String) -> String? {
      let (path, folder) = (withoutPrivate(path), withoutPrivate(home) + "/")
      return path.utf8.starts(with: folder.utf8) ? String(path.dropFirst(folder.count)) : nil
    }

    /// Returns the path without a leading `/private`: `/var` is a link to `/private/var`, and the system names files by both.
    private static func withoutPrivate(_ path: String) -> String {
      path.hasPrefix("/private/var/") ? String(path.dropFirst("/private".count)) : path
    }

    /// Returns the transfer as JSON. A path in the home directory is relative, because an update of the app can move that
    /// directory.
    func taskDescription() throws(NetworkRequestError) -> String {
      let path = destination?.path
      let relative = path.flatMap { Self.pathInHome($0, of: NSHomeDirectory()) }
      let stored = Stored(
        name: name, path: relative ?? path, isInHome: relative != nil, replacesFile: replacesFile)
      do { return String(decoding: try JSONCoding().encode(stored), as: UTF8.self) } catch {
        throw NetworkRequestError(error)
      }
    }

    /// Reads the transfer of a task. Returns nil for a task that ``BackgroundTransfers`` did not start.
    init?(_ task: URLSessionTask) {
      let text = Data((task.taskDescription ?? "").utf8)
      let stored: Stored
      do { stored = try JSONCoding().decode(Stored.self, from: text) } catch { return nil }
      (name, replacesFile) = (stored.name, stored.replacesFile)
      destination = stored.path.map { URL(fileURLWithPath: stored.isInHome ? Self.home + $0 : $0) }
    }
  }
#endif
