import BenchmarkClients
import Foundation

/// nginx on two free loopback ports with TLS: one offers HTTP/2 and HTTP/1.1, the other HTTP/1.1 alone.
///
/// A shell runs nginx, and stops it and deletes its folder when the pipe to the shell is closed: by ``end()``, or by the end
/// of this process, however it comes about. It uses SIGKILL, because nginx has the signal mask of the thread that started it,
/// which may block others.
final class NginxProcess {
  let http2: BenchmarkServer
  let http1: BenchmarkServer
  private let pipe: Pipe

  private static let nginx = "/usr/sbin/nginx"
  private static let openssl = "/usr/bin/openssl"

  /// The reason why there can be no nginx, or nil.
  static var absence: String? {
    let missing = [nginx, openssl].filter { !FileManager.default.isExecutableFile(atPath: $0) }
    return missing.isEmpty ? nil : "there is no \(missing.joined(separator: " and no "))"
  }

  /// Makes a certificate and starts nginx. Another program can take a free port before nginx has it: then others are tried.
  ///
  /// - Parameter port: The port of the load server, which answers `/slow`.
  init(proxying port: UInt16) throws {
    for _ in 0..<5 {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "requisite-nginx-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try Self.makeCertificate(in: folder)
      try Data(count: 1_000_000).write(to: folder.appendingPathComponent("megabyte"))
      let ports = (try Self.freePort(), try Self.freePort())
      let file = folder.appendingPathComponent("nginx.conf")
      try Self.configuration(folder.path, ports, port).write(to: file, atomically: true, encoding: .utf8)
      guard let pipe = try Self.start(in: folder) else { continue }
      let authority = folder.appendingPathComponent("server.pem").path
      (http2, http1) = (
        BenchmarkServer(port: ports.0, authority: authority),
        BenchmarkServer(port: ports.1, authority: authority)
      )
      self.pipe = pipe
      return
    }
    throw URLError(.cannotConnectToHost)
  }

  func end() { try? pipe.fileHandleForWriting.close() }

  /// Returns the pipe that keeps nginx running, or nil if nginx does not listen after five seconds.
  private static func start(in folder: URL) throws -> Pipe? {
    let script = #""$1" -p "$0" -c "$0/nginx.conf" & read end; kill -9 $!; rm -rf "$0""#
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, folder.path, nginx]
    process.standardInput = pipe
    try process.run()
    // nginx writes the file after it has bound its ports.
    let file = folder.appendingPathComponent("pid").path
    for _ in 0..<500 {
      if FileManager.default.fileExists(atPath: file) { return pipe }
      Thread.sleep(forTimeInterval: 0.01)
    }
    try pipe.fileHandleForWriting.close()
    return nil
  }

  private static func makeCertificate(in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: openssl)
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    let key = [
      "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "server.key",
    ]
    process.arguments =
      ["req", "-x509"] + key + ["-out", "server.pem", "-days", "2", "-subj", "/CN=127.0.0.1"]
      + ["-addext", "subjectAltName=IP:127.0.0.1"]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw URLError(.secureConnectionFailed) }
  }

  private static func freePort() throws -> UInt16 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 ? getsockname(listener, $0, &size) : -1
      }
    }
    guard code == 0 else { throw URLError(.cannotConnectToHost) }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func configuration(
    _ folder: String, _ ports: (http2: UInt16, http1: UInt16), _ proxied: UInt16
  ) -> String {
    let todo = #"{"userId":1,"id":10,"title":"delectus aut autem and a few words more","done":false}"#
    let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder)/\($0);"
    }
    return """
      daemon off; master_process off; pid \(folder)/pid; error_log /dev/null;
      worker_rlimit_nofile 16000; events { worker_connections 15000; }
      http {
        access_log off; default_type application/json; keepalive_requests 1000000000; keepalive_timeout 1h; \(paths.joined(separator: " "))
        ssl_certificate \(folder)/server.pem; ssl_certificate_key \(folder)/server.key; ssl_protocols TLSv1.3;
        upstream load { server 127.0.0.1:\(proxied); keepalive 4096; keepalive_requests 1000000000; }
        server {
          listen 127.0.0.1:\(ports.http2) ssl http2; listen 127.0.0.1:\(ports.http1) ssl;
          location = /todo { return 200 '\(todo)'; }
          location = /bytes/1000000 { alias \(folder)/megabyte; }
          location /slow/ { proxy_pass http://load; proxy_http_version 1.1; proxy_set_header Connection ""; }
        }
      }
      """
  }
}
