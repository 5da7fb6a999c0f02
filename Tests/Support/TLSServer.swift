import Foundation

/// `openssl s_server` on a free loopback port: it answers every request with a page about the connection.
///
/// `@unchecked Sendable` because the process is started in `init` and only ever ended after that.
public final class TLSServer: @unchecked Sendable {
  /// The port that it listens on.
  public let port: Int
  private let process = Process()
  private let output = Pipe()

  /// Starts a server.
  /// - Parameters:
  ///   - certificate: The name of the certificate that it shows, and of its key.
  ///   - options: Further options of `openssl s_server`.
  public init(_ certificates: Certificates, certificate: String = "server", options: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: Certificates.openssl)
    process.arguments =
      ["s_server", "-accept", "127.0.0.1:0", "-www"]
      + ["-cert", certificates.path("\(certificate).pem"), "-key", certificates.path("\(certificate).key")]
      + options
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw CommandError(arguments: process.arguments ?? []) }
      text += String(decoding: bytes, as: UTF8.self)
    }
    port = text.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
  }

  deinit { stop() }

  /// Ends it.
  public func stop() {
    process.kill()
  }
}
