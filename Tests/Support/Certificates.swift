import Foundation

/// A certificate authority and what it has certified, made by the `openssl` command for one test run.
public final class Certificates: Sendable {
  /// Whether the `openssl` command of OpenSSL is here; tests that need it are skipped where it is not. macOS has that of LibreSSL,
  /// which cannot sign with `req`; Homebrew has the other.
  public static let isAvailable = FileManager.default.isExecutableFile(atPath: openssl)
  static let openssl = ChildPlatform.openssls.first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""

  /// One for the whole run, for tests that need no certificate of their own.
  public static let shared: Result<Certificates, any Error> = Result {
    let made = try Certificates()
    atexit { if case .success(let made) = Certificates.shared { made.folder.remove() } }
    return made
  }

  let folder: TemporaryFolder

  /// Makes an authority, a certificate of `localhost` and one of a client.
  public init() throws {
    folder = try TemporaryFolder()
    try make(
      "ca", name: "Requisite test authority", certifiedBy: nil,
      extra: ["-addext", "basicConstraints=critical,CA:TRUE"])
    try make(
      "server", name: "localhost", certifiedBy: "ca", extra: ["-addext", "subjectAltName=DNS:localhost"])
    try make("client", name: "a client", certifiedBy: "ca", extra: [])
    try make(
      "other", name: "Another authority", certifiedBy: nil,
      extra: ["-addext", "basicConstraints=critical,CA:TRUE"])
  }

  /// The path of a file, as `ca.pem` or `server.key`.
  public func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  /// The contents of a file.
  public func data(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

  /// The pin of a certificate's public key: SHA-256 over its SubjectPublicKeyInfo, in Base64.
  public func pin(_ name: String) throws -> String {
    let key = path("\(name).pub")
    try Self.run(["x509", "-in", path("\(name).pem"), "-pubkey", "-noout", "-out", key])
    try Self.run(["pkey", "-pubin", "-in", key, "-outform", "der", "-out", key + ".der"])
    try Self.run(["dgst", "-sha256", "-binary", "-out", key + ".hash", key + ".der"])
    return try data("\(name).pub.hash").base64EncodedString()
  }

  /// Makes a certificate and its key.
  /// - Parameter key: The kind of the key, as options of `openssl req -newkey`.
  public func make(
    _ file: String, name: String, certifiedBy authority: String?, extra: [String] = [],
    key: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
  ) throws {
    var arguments = ["req", "-x509", "-newkey"] + key + ["-nodes", "-days", "2"]
    arguments +=
      ["-subj", "/CN=\(name)", "-keyout", path("\(file).key"), "-out", path("\(file).pem")] + extra
    if let authority { arguments += ["-CA", path("\(authority).pem"), "-CAkey", path("\(authority).key")] }
    try Self.run(arguments)
  }

  /// Makes a copy of a certificate's key, as `client-locked.key`, that is encrypted with a password.
  public func lockKey(_ name: String, password: String) throws {
    let (key, locked) = (path("\(name).key"), path("\(name)-locked.key"))
    try Self.run(["pkey", "-in", key, "-aes256", "-passout", "pass:\(password)", "-out", locked])
  }

  static func run(_ arguments: [String]) throws {
    guard try ChildProcess.run(openssl, arguments).status == 0 else {
      throw CommandError(arguments: arguments)
    }
  }
}
