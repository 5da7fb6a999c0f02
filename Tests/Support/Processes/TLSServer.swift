import Foundation

/// `openssl s_server` on a free loopback port: it answers every request with a page about the connection.
public final class TLSServer: Sendable {
  /// The port that it listens on.
  public let port: Int
  private let process: ChildProcess

  /// Starts a server.
  /// - Parameters:
  ///   - certificate: The name of the certificate that it shows, and of its key.
  ///   - options: Further options of `openssl s_server`.
  public init(_ certificates: Certificates, certificate: String = "server", options: [String] = []) throws {
    let arguments =
      ["s_server", "-accept", "127.0.0.1:0", "-www"]
      + ["-cert", certificates.path("\(certificate).pem"), "-key", certificates.path("\(certificate).key")]
      + options
    process = try ChildProcess(Certificates.openssl, arguments, reading: .standard)
    var text = ""
    while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
      let bytes = process.nextOutput()
      guard !bytes.isEmpty else { throw CommandError(arguments: arguments) }
      text += String(decoding: bytes, as: UTF8.self)
    }
    port = text.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
  }

  /// Ends it.
  public func stop() {
    process.kill()
  }
}
