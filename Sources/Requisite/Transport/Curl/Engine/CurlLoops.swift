#if os(Linux)
  /// The loops of a transport: one, or several that share the calls by origin.
  struct CurlLoops: Sendable {
    let engines: [CurlEngine]
    /// The connections that callers read and write themselves, outside of the limits of HTTP's.
    let sockets: CurlSocketEngine
    /// Where each origin's calls run; nil if there is one loop.
    private let places: CurlPlaces?

    /// Starts the threads. If the configuration is invalid, starts none, and each exchange fails with the reason.
    init(_ configuration: CurlTransport.Configuration) {
      do throws(CurlProblem) {
        try configuration.check()
        engines = (0..<configuration.threads).map { CurlEngine(configuration.share(of: $0)) }
      } catch {
        engines = [CurlEngine(configuration, problem: error)]
      }
      sockets = CurlSocketEngine(engines[0])
      places = engines.count > 1 ? CurlPlaces(loops: engines.count) : nil
    }

    /// The loop that carries all calls of this URL's origin, so that they share its connections.
    func engine(for url: URL) -> CurlEngine {
      engines[places?.place(of: Origin(url)) ?? 0]
    }

    /// Whether this process was forked from the one that created the loops.
    var isForked: Bool { engines[0].isForked }

    /// Stops all loops at the same time, and returns when the last one has ended.
    func shutDown(cancelling: Bool) async {
      // In a forked process, the tasks of the group may have no thread to run on.
      guard !isForked else { return }
      await withDiscardingTaskGroup { group in
        for engine in engines { group.addTask { await engine.shutDown(cancelling: cancelling) } }
        group.addTask { await sockets.shutDown() }
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

  extension CurlTransport.Configuration {
    /// The configuration of one loop: all connections are shared out, so that the limit holds for the loops together.
    fileprivate func share(of loop: Int) -> Self {
      var share = self
      share.connections = connections / threads + (loop < connections % threads ? 1 : 0)
      return share
    }
  }
#endif
