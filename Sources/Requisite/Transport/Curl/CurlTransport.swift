#if os(Linux) || os(Android)
  import CurlEngine

  /// The terminal transport for Linux: HTTP/1.1 by the libcurl of the system, and HTTP/2 if that libcurl's HTTP/2 is sound.
  ///
  /// It is the default on Linux, because URLSession there crashes on trailers, hangs on a 401 and on cancellation, and drops
  /// bodies (see ``URLSessionTransport``). Nothing has to be installed: a program with FoundationNetworking has libcurl.
  /// Without the package trait `FoundationNetworking`, the first call loads the system's libcurl.
  ///
  /// ```swift
  /// var configuration = CurlTransport.Configuration()
  /// configuration.connectTimeout = .seconds(3)
  /// let client = APIClient(baseURL: "https://api.example.com", transport: CurlTransport(configuration))
  /// ```
  /// One thread serves all transfers of a transport unless the configuration has more (``Configuration/threads``), and
  /// connections are kept and reused: make few transports, or use ``shared``. The transport keeps no cookies, follows no
  /// redirect (``Transport/send(_:)`` does, by the library's policy), asks for no credentials, and speaks only http and
  /// https. A user name and password in the URL are sent as Basic credentials, and appear in no description.
  ///
  /// **Bodies.** A buffered response is in memory once. A streamed response, and one to a file, is read at the pace of its
  /// reader or of the disk: the transfer is paused while 256 KiB are unread. `gzip`, `deflate`, `br`
  /// and `zstd` are decoded, unless the request has an `Accept-Encoding` or a `Range`; a body that ends early is an error.
  /// The decoders are those that libcurl loads into the process; `Accept-Encoding` names the available ones.
  ///
  /// **Framing.** The end of a body is never guessed. A header section that can be read in two ways, a transfer coding that
  /// the request did not offer, an HTTP/2 stream that is cut and a TLS connection that is cut are errors. A connection on
  /// which a server has sent bytes that answer no request is closed, and the next request is sent on another.
  /// <doc:ServerFaults> lists what a caller gets for each fault, and <doc:Transports> the libcurls that speak HTTP/2.
  ///
  /// **Environment.** The proxy variables are read once, when the transport is created (see
  /// ``TransportConfiguration/Proxy/environment``; ``TransportConfiguration/Proxy/none`` ignores them). libcurl reads
  /// SSLKEYLOGFILE (see ``Configuration/ignoresKeyLogFile``).
  ///
  /// **Cancellation.** A transfer ends at once, in every state, also while its host's name is looked up: its connection is
  /// closed, or its stream is reset where HTTP/2 shares the connection. Dropping a stream does the same.
  ///
  /// **Lost connections.** A request on a connection that the server had closed is sent once more if its method is
  /// idempotent (RFC 9110 §9.2.2) and its body can be read again; otherwise the error says that the server may have acted on
  /// it. A request that the server surely has not processed (RFC 9113 §8.7) is sent again whatever its method.
  ///
  /// **fork().** A child process has the memory of the transport without its threads: exchanges fail there at once with
  /// `.resourceUnavailable`, and so does reading a stream that was started before. The child sends nothing on the connections,
  /// which stay usable in the parent. A new transport does not work in the child either, because Swift's tasks may have no
  /// threads there. A program that is started by `posix_spawn` or `exec` inherits no connection.
  public struct CurlTransport: TerminalTransport {
    /// The transport of the process, with the default configuration.
    public static let shared = CurlTransport()

    /// True: the loop counts the bytes of both bodies.
    public var reportsProgress: Bool { true }
    let loops: CurlLoops

    /// Creates a transport with its own threads and connections.
    ///
    /// An invalid configuration, such as a count below 1, starts no thread and makes each exchange fail with
    /// ``NetworkRequestError/invalidRequest(_:)``, which names the setting.
    public init(_ configuration: Configuration = Configuration()) {
      loops = CurlLoops(configuration)
    }

    /// Creates a transport with the settings that all platforms share.
    ///
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)``, naming the setting, if libcurl does not support a setting or
    ///   its value is invalid.
    public init(_ common: TransportConfiguration) throws(NetworkRequestError) {
      self.init(Configuration(common))
      if case .option(let message)? = loops.sessions[0].problem { throw SettingProblem(message).error }
    }

    /// The version of the libcurl in this process, such as "7.88.1". It is nil if the process has no libcurl, or one older
    /// than 7.68; all exchanges then fail with `.resourceUnavailable`.
    public static var libraryVersion: String? { CurlLibrary.usable?.version }

    /// Sends the request and returns the response, whatever its status. No redirect is followed, no deadline counted, and no file
    /// written: ``Transport/send(_:)`` does that.
    ///
    /// - Throws: ``NetworkRequestError/urlSessionFailed(_:)`` if no header section was received, with a ``CurlTransport/Failure`` as its
    ///   cause if libcurl reported the failure; ``NetworkRequestError/cancelled(_:)``;
    ///   ``NetworkRequestError/invalidRequest(_:)`` if the request or the configuration is invalid.
    public func exchange(_ request: TransportRequest) async throws(NetworkRequestError) -> TransportResponse {
      guard !loops.isForked else { throw CurlProblem.forked.error(for: request) }
      return try await CurlExchange(request, loops).run()
    }

    /// Ends the transport: later exchanges fail with `.resourceUnavailable`. Returns when the last transfer has ended and
    /// all connections are closed.
    ///
    /// A transport that is no longer referenced ends by itself.
    /// - Parameter cancelling: True to cancel running transfers. False by default: they may finish.
    public func shutDown(cancelling: Bool = false) async {
      await loops.shutDown(cancelling: cancelling)
    }
  }

  extension CurlTransport: RawTransport {
    /// Makes a connection to the server of a request, with the proxy and the TLS settings of the transport; only HTTP/1.1 is
    /// offered there. Nothing is sent but the user's output.
    ///
    /// It does not count as one of the transport's connections: ``TransportConfiguration/connections`` bounds those of HTTP.
    /// - Parameter user: Receives the bytes, and the failure if no connection could be made.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the request or the configuration is invalid;
    ///   ``NetworkRequestError/urlSessionFailed(_:)`` if libcurl is missing or older than 7.72.
    package func connect(
      for request: TransportRequest, _ user: any RawConnectionUser<NetworkRequestError>
    ) throws(NetworkRequestError) -> any RawConnection {
      guard !loops.isForked else { throw CurlProblem.forked.error(for: request) }
      let session = loops.session(for: request.url)
      if let problem = session.problem { throw problem.error(for: request) }
      guard let library = CurlLibrary.usable, library.hasRawConnections else {
        throw CurlProblem.unavailable("libcurl is older than 7.72, which raw connections need").error(
          for: request)
      }
      let prepared = try CurlRequest(request, loops, in: session)
      return loops.sockets.open(prepared, RawSocketUser(user, request))
    }
  }

  /// Passes what a socket receives to the user of a connection.
  private final class RawSocketUser: RawConnectionUser {
    private let user: any RawConnectionUser<NetworkRequestError>
    private let request: TransportRequest

    init(_ user: any RawConnectionUser<NetworkRequestError>, _ request: TransportRequest) {
      self.user = user
      self.request = request
    }

    func received(_ bytes: UnsafeRawBufferPointer) -> Bool { user.received(bytes) }

    func takeOutput() -> [UInt8] { user.takeOutput() }

    func ended(_ problem: CurlProblem?) { user.ended(problem?.error(for: request)) }
  }

  /// The loops of a transport: one, or several that share the calls by origin.
  final class CurlLoops: Sendable {
    /// What the settings say of a host.
    struct HostRules: Sendable {
      let pins: PinnedKeys
      /// The hosts that are reached without the proxy.
      let exceptions: ProxyExceptions
    }

    let configuration: CurlTransport.Configuration
    let rules: Result<HostRules, CurlProblem>
    let sessions: [CurlSession]
    /// The connections that callers read and write themselves, outside of the limits of HTTP's.
    let sockets: CurlSocketSession
    /// The loop of each origin; nil if there is one loop.
    private let assignment: CurlLoopAssignment?

    /// Starts the threads. If the configuration is invalid, starts none, and each exchange fails with the reason.
    init(_ configuration: CurlTransport.Configuration) {
      self.configuration = configuration
      do throws(SettingProblem) {
        let (settings, threads) = (try CurlSettings(configuration), configuration.threads)
        let rules = HostRules(
          pins: try PinnedKeys(configuration.common.tls.pinnedPublicKeys),
          exceptions: try ProxyExceptions(configuration.common.proxy))
        self.rules = .success(rules)
        sessions = (0..<threads).map { CurlSession(settings.share(of: $0, of: threads)) }
      } catch {
        rules = .failure(.option(error.message))
        sessions = [CurlSession(CurlSettings(), problem: .option(error.message))]
      }
      sockets = CurlSocketSession(sessions[0])
      assignment = sessions.count > 1 ? CurlLoopAssignment(loops: sessions.count) : nil
    }

    /// The loop that carries all calls of this URL's origin, so that they share its connections.
    func session(for url: URL) -> CurlSession {
      sessions[assignment?.loop(of: Origin(url)) ?? 0]
    }

    /// Whether this process was forked from the one that created the loops.
    var isForked: Bool { sessions[0].isForked }

    /// Stops all loops at the same time, and returns when the last one has ended.
    func shutDown(cancelling: Bool) async {
      // In a forked process, the tasks of the group may have no thread to run on.
      guard !isForked else { return }
      await withDiscardingTaskGroup { group in
        for session in sessions { group.addTask { await session.shutDown(cancelling: cancelling) } }
        group.addTask { [sockets] in await sockets.shutDown() }
      }
    }
  }

  /// Assigns origins to loops, round-robin in the order of their first calls.
  ///
  /// That spreads a few origins evenly, which a hash alone would not: of two origins, it would assign both to one of
  /// two loops half of the time. An origin keeps its loop as long as the transport exists. Once 1,024 origins have a loop,
  /// the hash of any other decides, so that memory does not grow with the origins.
  final class CurlLoopAssignment: Sendable {
    private let assigned = Locked<[Origin: Int]>([:])
    private let loops: Int

    init(loops: Int) { self.loops = loops }

    /// Returns the number of the origin's loop, counted from 0.
    func loop(of origin: Origin) -> Int {
      assigned.withLock { assigned in
        if let loop = assigned[origin] { return loop }
        // The seed of the hash is random for each process, so no one can choose hosts that share a loop.
        guard assigned.count < 1024 else { return Int(UInt(bitPattern: origin.hashValue) % UInt(loops)) }
        let loop = assigned.count % loops
        assigned[origin] = loop
        return loop
      }
    }
  }

  extension CurlSettings {
    /// The settings of one loop: all connections are shared out, so that the limit holds for the loops together.
    fileprivate func share(of loop: Int, of loops: Int) -> Self {
      var share = self
      share.connections = connections / loops + (loop < connections % loops ? 1 : 0)
      return share
    }
  }
#endif
