#if os(Linux) || os(Android)
  import CurlEngine

  /// The loops of a transport: one, or several that share the calls by origin.
  final class CurlLoops: Sendable {
    let sessions: [CurlSession]
    /// The settings that each request is prepared with.
    let rules: CurlRules
    /// The connections that callers read and write themselves, outside of the limits of HTTP's.
    let sockets: CurlSocketSession
    /// Where each origin's calls run; nil if there is one loop.
    private let places: CurlPlaces?

    /// Starts the threads. If the configuration is invalid, starts none, and each exchange fails with the reason.
    init(_ configuration: CurlTransport.Configuration) {
      do throws(CurlProblem) {
        try configuration.check()
        let settings = try CurlSettings(configuration)
        sessions = (0..<configuration.threads).map {
          CurlSession(settings.share(of: $0, of: configuration.threads))
        }
      } catch {
        sessions = [CurlSession(CurlSettings(), problem: error)]
      }
      rules = CurlRules(configuration)
      sockets = CurlSocketSession(sessions[0])
      places = sessions.count > 1 ? CurlPlaces(loops: sessions.count) : nil
    }

    /// The loop that carries all calls of this URL's origin, so that they share its connections.
    func session(for url: URL) -> CurlSession {
      sessions[places?.place(of: Origin(url)) ?? 0]
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

  /// The loop of each origin: the loops take turns with the origins, in the order of their first calls.
  ///
  /// Taking turns spreads a few origins evenly, which a hash alone would not: of two origins, it would place both on one of
  /// two loops half of the time. An origin keeps its loop as long as the transport exists. Once 1,024 origins have a loop,
  /// the hash of any other places it, so that memory does not grow with the origins.
  final class CurlPlaces: Sendable {
    private let places = Locked<[Origin: Int]>([:])
    private let loops: Int

    init(loops: Int) { self.loops = loops }

    /// Returns the number of the origin's loop, counted from 0.
    func place(of origin: Origin) -> Int {
      places.withLock { places in
        if let place = places[origin] { return place }
        // The seed of the hash is random for each process, so no one can choose hosts that share a loop.
        guard places.count < 1024 else { return Int(UInt(bitPattern: origin.hashValue) % UInt(loops)) }
        let place = places.count % loops
        places[origin] = place
        return place
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

  /// The settings of a transport that a request is prepared with.
  struct CurlRules: Sendable {
    let decompresses: Bool
    let idleTimeout: Duration?
    let maximumHeaderSize: Int
    let maximumStreamedSize: Int?
    let pins: Result<CurlPins, CurlProblem>
    /// The hosts that are reached without the proxy.
    let exceptions: Result<ProxyExceptions, CurlProblem>

    init(_ configuration: CurlTransport.Configuration) {
      decompresses = configuration.decompresses
      idleTimeout = configuration.idleTimeout
      maximumHeaderSize = configuration.maximumHeaderSize
      maximumStreamedSize = configuration.maximumStreamedSize
      pins = Result { () throws(CurlProblem) in try CurlPins(configuration.tls.pinnedPublicKeys) }
      exceptions = Result { () throws(CurlProblem) in try ProxyExceptions(configuration.proxy) }
    }
  }

  /// The pinned public keys of a configuration, in libcurl's notation.
  struct CurlPins: Sendable {
    private let keys: PinnedKeys

    /// True if no host has pins.
    var isEmpty: Bool { keys.isEmpty }

    /// Checks and stores the pins of each host.
    ///
    /// - Throws: `.option` for a host name that no URL can have, or a hash that no key can have.
    init(_ pinned: [String: Set<String>]) throws(CurlProblem) {
      do { keys = try PinnedKeys(pinned) } catch { throw .option(error.words) }
    }

    /// Returns the pins of the URL's host, joined with semicolons, or nil if it has none.
    func pins(for url: URL) throws(CurlProblem) -> String? {
      do throws(SettingProblem) {
        return try keys.pins(for: url)?.sorted().map { "sha256//\($0)" }.joined(separator: ";")
      } catch {
        throw .option(error.words)
      }
    }
  }
#endif
