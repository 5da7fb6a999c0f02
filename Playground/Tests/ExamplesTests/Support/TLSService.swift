import BuiltTool
import Foundation

/// `openssl s_server` with certificates made for one test; it wants one of its clients as well.
final class TLSService {
  static let openssl = "/usr/bin/openssl"
  static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: openssl) }

  let folder: URL
  private(set) var port = 0
  private let process = Process()

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await certificate("ca", "Example authority", extra: ["-addext", "basicConstraints=critical,CA:TRUE"])
    let authority = ["-CA", path("ca.pem"), "-CAkey", path("ca.key")]
    try await certificate(
      "server", "localhost", extra: ["-addext", "subjectAltName=DNS:localhost"] + authority)
    try await certificate("client", "a client", extra: authority)
    try start()
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func stop() throws {
    // SIGTERM may be blocked: the program has the signal mask of the thread that started it. Its end is not waited for,
    // because `waitUntilExit` would hold one of the few threads that tests have.
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    try FileManager.default.removeItem(at: folder)
  }

  private func certificate(_ file: String, _ name: String, extra: [String]) async throws {
    let words =
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj", "/CN=\(name)", "-keyout", path("\(file).key"), "-out", path("\(file).pem"),
      ] + extra
    let maker = try await BuiltTool.run(URL(fileURLWithPath: Self.openssl), words)
    guard maker.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Starts the server, and reads from its output which port it took.
  private func start() throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.openssl)
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-www", "-Verify", "1", "-verify_return_error",
      "-CAfile", path("ca.pem"), "-cert", path("server.pem"), "-key", path("server.key"),
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw CocoaError(.executableLoad) }
      text += String(decoding: bytes, as: UTF8.self)
    }
    port = text.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
  }
}
