import Foundation

/// A server on a loopback socket that does exactly what its script says, faults included.
///
/// The script is a closure: it runs once for each accepted connection, on a thread of its own, and reads and
/// writes raw bytes with blocking calls. When it returns or throws, the connection is closed. Everything that was
/// read as a request is kept in ``received``.
///
/// ```swift
/// let server = try FaultServer { connection in
///   try connection.readRequest()
///   try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")   // and then it hangs up
/// }
/// ```
public final class FaultServer: Sendable {
  /// What happens on one connection.
  public typealias Script = @Sendable (FaultConnection) throws -> Void

  /// The port that the server listens on.
  public let port: UInt16
  private let listener: Int32
  private let state = ServerState()
  private let tls: [TLSSettings]

  /// Starts a server on a free port of 127.0.0.1.
  public init(_ script: @escaping Script) throws {
    (listener, port) = try LoopbackSocket.listen()
    tls = []
    start(script)
  }

  /// Starts a server of TLS on a free port of 127.0.0.1, with the certificate of `localhost`.
  /// - Parameter protocols: What it agrees to by ALPN on its connections, in their order; the last is that of all further
  ///   ones. `http/1.1` by default.
  /// - Parameter asksForCertificate: Whether it asks clients for a certificate. It takes those that have none.
  public init(
    _ certificates: Certificates, protocol protocols: String..., asksForCertificate: Bool = false,
    script: @escaping Script
  ) throws {
    tls = try (protocols.isEmpty ? ["http/1.1"] : protocols).map {
      try TLSSettings(certificates, protocol: $0, asksForCertificate: asksForCertificate)
    }
    (listener, port) = try LoopbackSocket.listen()
    start(script)
  }

  /// Starts a server on a Unix domain socket at `unixPath`; ``port`` is 0.
  public init(unixPath: String, _ script: @escaping Script) throws {
    (listener, port) = (try LoopbackSocket.listen(unixPath: unixPath), 0)
    tls = []
    start(script)
  }

  deinit { stop() }

  /// `http://127.0.0.1:port` with `path` after it; of TLS, `https://localhost:port`; at a Unix domain socket, without a port.
  public func url(_ path: String = "/") -> URL {
    let host = tls.isEmpty ? "http://127.0.0.1" : "https://localhost"
    let origin = port == 0 ? host : "\(host):\(port)"
    guard let url = URL(string: origin + path) else {
      fatalError("\(path) does not make a URL")
    }
    return url
  }

  /// All requests read so far, on all connections, in the order of their arrival.
  public var received: [ReceivedRequest] { state.requests }

  /// How many connections were accepted so far.
  public var connectionCount: Int { state.accepted }

  /// How many connections are open now.
  public var openConnectionCount: Int { state.openCount }

  /// Closes the listening socket and every connection.
  public func stop() { state.stop(listener: listener) }

  private func start(_ script: @escaping Script) {
    let (listener, state, tls) = (listener, state, tls)
    let thread = Thread {
      defer { LoopbackSocket.close(listener) }
      while !state.hasStopped {
        guard let socket = LoopbackSocket.accept(listener) else { continue }
        guard let number = state.open(socket) else { break }
        let worker = Thread {
          // A script that fails because the client went away has said what it had to say.
          do {
            let settings = tls.isEmpty ? nil : tls[min(number, tls.count - 1)]
            let channel = try settings?.accept(socket)
            try script(FaultConnection(socket: socket, number: number, state: state, tls: channel))
          } catch {
            state.note(error)
          }
          state.close(socket)
        }
        worker.stackSize = 512 << 10
        worker.start()
      }
    }
    thread.start()
  }
}

extension FaultServer {
  /// A server that answers every request of every connection with the same bytes.
  public static func answering(_ response: String) throws -> FaultServer {
    try answering(Data(response.utf8))
  }

  /// A server that answers every request of every connection with the same bytes.
  ///
  /// - Parameter pause: The seconds that it takes for each answer.
  public static func answering(_ response: Data, after pause: TimeInterval = 0) throws -> FaultServer {
    try FaultServer { connection in
      while true {
        try connection.readRequest()
        if pause > 0 { connection.pause(pause) }
        try connection.send(response)
      }
    }
  }

  /// A server that reads one request of each connection and never answers.
  ///
  /// - Parameter readsBody: False if only the header section is read.
  public static func silent(readsBody: Bool = true) throws -> FaultServer {
    try FaultServer { connection in
      if readsBody { try connection.readRequest() } else { try connection.readRequestHead() }
      connection.waitUntilClosed()
    }
  }

  /// A server that answers every request with 200 and this body.
  ///
  /// - Parameter pause: The seconds that it takes for each answer.
  public static func answering(
    body: String, headers: [String] = [], after pause: TimeInterval = 0
  ) throws -> FaultServer {
    try answering(HTTPMessage.response(body: body, headers: headers), after: pause)
  }
}
