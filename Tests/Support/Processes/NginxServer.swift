import Foundation

/// nginx on two free loopback ports, with and without TLS, serving a folder by HTTP/1.1 and HTTP/2, gzip included.
public final class NginxServer: Sendable {
  /// Whether nginx is here; tests that need it are skipped where it is not.
  public static let isAvailable =
    FileManager.default.isExecutableFile(atPath: command) && Certificates.isAvailable
  private static let command = "/usr/sbin/nginx"

  /// The port without TLS.
  public let port: UInt16
  /// The port with TLS, by HTTP/2 where the client agrees.
  public let securePort: UInt16
  /// What it serves.
  public let root: TemporaryFolder
  private let work: TemporaryFolder
  private let process: ChildProcess

  /// Starts nginx with the certificate of `localhost`.
  ///
  /// A free port can be taken by another test before nginx has it. Then nginx ends, and other ports are tried.
  ///
  /// - Parameters:
  ///   - reloads: Whether it can ``reload()``, with a master process and a worker.
  ///   - requests: The number of requests after which it ends a connection.
  public init(_ certificates: Certificates, reloads: Bool = false, requests: Int = 1_000_000) throws {
    root = try TemporaryFolder()
    for _ in 0..<5 {
      let work = try TemporaryFolder()
      let ports = (try Self.freePort(), try Self.freePort())
      let text = Self.configuration(root, work, ports, certificates, reloads, requests)
      guard let process = try Self.start(in: work, text) else { continue }
      (self.process, port, securePort) = (process, ports.0, ports.1)
      self.work = work
      return
    }
    throw SocketError.closed
  }

  /// Starts nginx, and returns it when it listens; nil where it does not.
  private static func start(in work: TemporaryFolder, _ text: String) throws -> ChildProcess? {
    let configuration = work.url.appendingPathComponent("nginx.conf")
    try text.write(to: configuration, atomically: true, encoding: .utf8)
    let process = try ChildProcess(command, ["-p", work.url.path, "-c", configuration.path])
    // nginx writes the file when it has bound its ports. Another process could be the one that listens on them.
    let file = work.url.appendingPathComponent("pid").path
    for _ in 0..<1500 where process.isRunning {
      if FileManager.default.fileExists(atPath: file) { return process }
      Thread.sleep(forTimeInterval: 0.01)
    }
    process.kill()
    return nil
  }

  /// Puts a file into the folder that is served.
  public func serve(_ data: Data, as name: String) throws {
    try data.write(to: root.url.appendingPathComponent(name))
  }

  /// Starts a new worker. The old one stops listening, closes idle connections, and ends the others after their responses.
  public func reload() {
    _ = kill(process.id, SIGHUP)
  }

  /// The query of each request to `/done` that it has processed, in their order.
  public func processed() throws -> [String] {
    let file = work.url.appendingPathComponent("done.log")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// Ends it.
  public func stop() {
    // A master ends its workers, but not if it is killed. A signal that comes just before nginx first waits is only noted: it
    // then waits for the next one.
    while process.isRunning {
      _ = kill(process.id, SIGTERM)
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  private static func freePort() throws -> UInt16 {
    let (socket, port) = try LoopbackSocket.listen()
    LoopbackSocket.close(socket)
    return port
  }

  private static func configuration(
    _ root: TemporaryFolder, _ work: TemporaryFolder, _ ports: (plain: UInt16, secure: UInt16),
    _ certificates: Certificates, _ reloads: Bool, _ requests: Int
  ) -> String {
    """
    daemon off; master_process \(reloads ? "on; user root" : "off"); pid \(work.url.path)/pid; error_log /dev/null;
    events { worker_connections 512; }
    http {
      log_format query "$args"; access_log off; gzip on; gzip_types text/plain; gzip_min_length 1; default_type text/plain;
      client_body_temp_path \(work.url.path)/body; proxy_temp_path \(work.url.path)/proxy;
      fastcgi_temp_path \(work.url.path)/fastcgi; uwsgi_temp_path \(work.url.path)/uwsgi;
      scgi_temp_path \(work.url.path)/scgi; client_max_body_size 0; keepalive_requests \(requests); ssl_protocols TLSv1.2 TLSv1.3; root \(root.url.path);
      server {
        listen 127.0.0.1:\(ports.plain); listen 127.0.0.1:\(ports.secure) ssl http2;
        ssl_certificate \(certificates.path("server.pem")); ssl_certificate_key \(certificates.path("server.key"));
        location /upload { proxy_pass http://127.0.0.1:\(ports.plain)/done; }
        location /done { access_log \(work.url.path)/done.log query; return 201 "$content_length"; }
      }
    }
    """
  }
}
