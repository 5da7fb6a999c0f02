#if FoundationNetworking && canImport(FoundationNetworking) && !REQUISITE_STAND_INS
  /// A session with which FoundationNetworking does not crash, hang or leak.
  ///
  /// It has no cache, because cancelling a task of a session with a cache can end the process. It has a delegate that
  /// declines challenges, because a 401 hangs otherwise. It has no credential store, because no challenge is answered. It
  /// has no cookie store, which would answer for all users of the transport and replace a `Cookie` field of the request:
  /// Foundation ignores `httpShouldHandleCookies` there.
  struct URLSessionHost: Sendable {
    private let owner: URLSessionOwner
    private let router = URLSessionRouter()

    init(_ session: URLSession) {
      URLSessionShortfalls(of: session).report()
      self.init(configuration: session.configuration)
    }

    init(configuration: URLSessionConfiguration) {
      // A copy, because the program may go on using its own. Foundation declares it as `Any`.
      let own = configuration.copy() as? URLSessionConfiguration ?? .default
      own.removeStores()
      owner = URLSessionOwner(URLSession(configuration: own, delegate: router, delegateQueue: nil))
    }

    var configuration: URLSessionConfiguration { owner.session.configuration }

    /// The transport of a session. The shared one is that of the library, because its cache and stores are not used here.
    static func transport(of session: URLSession) -> URLSessionTransport {
      session === URLSession.shared ? .shared : URLSessionTransport(session)
    }

    /// Does nothing: Foundation on Linux has no background sessions.
    func check() throws(NetworkRequestError) {}

    func task(for upload: URLSessionUpload, delivering exchange: URLSessionExchange) -> URLSessionTask {
      let task = owner.session.dataTask(with: upload.request)
      router.connect(task, to: exchange)
      return task
    }

    static func cancel(_ task: URLSessionTask) {
      URLSessionRouter.cancel(task)
    }

    /// The 401 whose challenge the router has declined, which Foundation reports as an error.
    static func declined(_ task: URLSessionTask) -> HTTPURLResponse? {
      (task.response as? HTTPURLResponse).flatMap { $0.statusCode == 401 ? $0 : nil }
    }

    /// Keeps Foundation from announcing a body without a type as a form: libcurl sends no field whose value is blank.
    static func omitContentType(of request: inout URLRequest) {
      request.setValue(" ", forHTTPHeaderField: "Content-Type")
    }

    /// Does nothing: there is one loader.
    static func prepare(_ configuration: URLSessionConfiguration) {}

    /// Does nothing, because a suspended task sends its request again and delivers its body twice.
    static func setPaused(_ isPaused: Bool, _ task: URLSessionTask) {}
  }

  extension HTTPURLResponse {
    /// The value itself: Foundation on Linux reads header fields as UTF-8.
    static func fieldValue(_ value: String) -> String { value }
  }

  /// Reads a body into memory, the only form that Foundation sends reliably.
  ///
  /// On Linux, Foundation sends an empty body if the file of a stream is missing, and an upload from a file hangs if the file
  /// is a directory or shrinks.
  struct URLSessionUpload: Sendable {
    private(set) var request: URLRequest

    init(_ request: TransportRequest) async throws(NetworkRequestError) {
      self.request = try request.sessionRequest()
      guard request.body.isReadWhileSent else { return }
      self.request.httpBody = try await request.body.makeStream(for: request).collected(upTo: .max)
    }
  }

  /// The session delegate that passes each callback to the exchange of its task.
  ///
  /// `@unchecked Sendable` because `NSObject` is not `Sendable`. All mutable state is in `exchanges`, under its lock.
  final class URLSessionRouter: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// FoundationNetworking ends the process if the redirect of a cancelled task is answered. This lock makes cancelling
    /// and answering exclusive; the redirect of a task that is about to be cancelled is never answered.
    ///
    /// The value is unused. It has a size because ThreadSanitizer reports a false race on the storage of an empty one.
    private static let cancelOrRedirect = Locked(false)

    private let exchanges = Locked<[Int: URLSessionExchange]>([:])

    func connect(_ task: URLSessionTask, to exchange: URLSessionExchange) {
      exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    static func cancel(_ task: URLSessionTask) {
      cancelOrRedirect.withLock { _ in task.cancel() }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
      exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      Self.cancelOrRedirect.withLock { _ in
        if exchange(of: task)?.isOver == false { completionHandler(nil) }
      }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      _ = exchange(of: dataTask)?.received(response)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      exchange(of: dataTask)?.received(data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      exchange(of: task)?.sent(totalBytesSent)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
      exchange?.completed(task, with: error)
    }
  }

  /// The parts of a user's session that ``URLSessionTransport`` cannot honour on Linux. Each is reported on standard error
  /// once per process.
  struct URLSessionShortfalls {
    /// True if the session has a delegate. It is not called, because the transport needs a delegate of its own.
    let hasDelegate: Bool
    /// True if the session has a cache other than the shared one. It is not used, because cancelling a task of a session
    /// with a cache can end the process.
    let hasCache: Bool
    /// True if the session has a credential storage other than the shared one. It is not used: challenges are declined.
    let hasCredentials: Bool
    /// True if the session's cookie storage contains cookies. They are not sent: a ``CookieJar`` is for one user.
    let hasCookies: Bool

    init(of session: URLSession) {
      let configuration = session.configuration
      hasDelegate = session.delegate != nil
      hasCache = configuration.urlCache.map { $0 !== URLCache.shared } ?? false
      hasCredentials = configuration.urlCredentialStorage.map { $0 !== URLCredentialStorage.shared } ?? false
      hasCookies = configuration.httpCookieStorage?.cookies?.isEmpty == false
    }

    func report() {
      if hasDelegate { Self.delegateNotice }
      if hasCache { Self.cacheNotice }
      if hasCredentials { Self.credentialsNotice }
      if hasCookies { Self.cookiesNotice }
    }

    private static let delegateNotice: Void = StandardError.write(
      "Requisite: on Linux, the delegate of a URLSession is not called by URLSessionTransport")
    private static let cacheNotice: Void = StandardError.write(
      "Requisite: on Linux, the URLCache of a session is not used by URLSessionTransport; use .cached()")
    private static let credentialsNotice: Void = StandardError.write(
      "Requisite: on Linux, the URLCredentialStorage of a session is not used by URLSessionTransport; "
        + "use .authenticated(with:for:)")
    private static let cookiesNotice: Void = StandardError.write(
      "Requisite: on Linux, the cookies of a session are not sent by URLSessionTransport; use .cookies(in:)")
  }
#endif
