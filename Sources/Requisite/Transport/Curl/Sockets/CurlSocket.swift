#if os(Linux)
  import Synchronization

  /// A connection that libcurl makes, with proxy and TLS, and that its user reads and writes.
  final class CurlSocket: RawConnection {
    private let engine: CurlSocketEngine
    /// Whether a command waits that makes the loop take the output.
    private let isFlushing = Atomic(false)

    init(_ engine: CurlSocketEngine) { self.engine = engine }

    func flush() {
      guard !isFlushing.exchange(true, ordering: .acquiringAndReleasing) else { return }
      engine.post(.flush(self))
    }

    func resume() { engine.post(.resume(self)) }

    func close() { engine.post(.close(self)) }

    /// Called by the loop before it takes the output: output from now on needs another command.
    func beginFlush() { isFlushing.store(false, ordering: .sequentiallyConsistent) }
  }

  /// A command for the thread of the sockets.
  enum CurlSocketCommand: Sendable {
    indirect case open(CurlSocket, CurlRequest, TransportRequest, any RawConnectionUser)
    case flush(CurlSocket)
    case resume(CurlSocket)
    case close(CurlSocket)
    /// Close all sockets and end.
    case stop(UnsafeContinuation<Void, Never>?)
  }

  extension CurlTransport: RawTransport {
    /// Makes a connection to the server of a request, with the proxy and the TLS settings of the transport; only HTTP/1.1 is
    /// offered there. Nothing is sent but the user's output.
    ///
    /// It does not count as one of the transport's connections: ``Configuration/connections`` bounds those of HTTP.
    /// - Parameter user: Receives the bytes, and the failure if no connection could be made.
    /// - Throws: ``NetworkRequestError/invalidRequest(_:)`` if the request or the configuration is invalid;
    ///   ``NetworkRequestError/urlSessionFailed(_:)`` if libcurl is missing or older than 7.72.
    package func connect(
      for request: TransportRequest, _ user: any RawConnectionUser
    ) throws(NetworkRequestError) -> any RawConnection {
      guard !loops.isForked else { throw CurlProblem.forked.error(for: request) }
      let engine = loops.engine(for: request.url)
      if let problem = engine.problem { throw problem.error(for: request) }
      guard let library = CurlLibrary.usable, library.hasRawConnections else {
        throw CurlProblem.unavailable("libcurl is older than 7.72, which raw connections need").error(
          for: request)
      }
      let prepared = try CurlRequest(request, rules: engine.rules, pins: engine.pins)
      let socket = CurlSocket(loops.sockets)
      loops.sockets.open(.open(socket, prepared, request, user), request)
      return socket
    }
  }
#endif
