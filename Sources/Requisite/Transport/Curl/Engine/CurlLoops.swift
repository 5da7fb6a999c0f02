#if os(Linux)
  /// The loops of a transport: one, or several that share the calls by origin.
  struct CurlLoops: Sendable {
    let engines: [CurlEngine]
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
