import CTestSupport
import Foundation

/// The settings of a server of TLS.
///
/// `@unchecked Sendable` because OpenSSL's settings are not changed after `init`, and count their users themselves.
final class TLSSettings: @unchecked Sendable {
  private let context: UnsafeMutableRawPointer

  init(_ certificates: Certificates, protocol: String, asksForCertificate: Bool) throws {
    let context = test_tls_context(
      certificates.path("server.pem"), certificates.path("server.key"), `protocol`)
    guard let context else { throw SocketError.noTLS }
    if asksForCertificate { test_tls_ask_for_certificate(context) }
    self.context = context
  }

  deinit { test_tls_context_free(context) }

  /// Shakes hands on a socket.
  func accept(_ socket: Int32) throws -> TLSChannel {
    guard let tls = test_tls_accept(context, socket) else { throw SocketError.noTLS }
    return TLSChannel(tls)
  }
}

/// TLS on one socket; used by the thread of its script alone.
final class TLSChannel {
  private let tls: UnsafeMutableRawPointer

  init(_ tls: UnsafeMutableRawPointer) { self.tls = tls }

  deinit { test_tls_free(tls) }

  func receive() throws -> Data? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = test_tls_read(tls, &buffer, Int32(buffer.count))
    return count <= 0 ? nil : Data(buffer.prefix(Int(count)))
  }

  func send(_ bytes: Data) throws {
    guard !bytes.isEmpty else { return }
    let count = bytes.withUnsafeBytes { test_tls_write(tls, $0.baseAddress, Int32($0.count)) }
    guard count == bytes.count else { throw SocketError.closed }
  }

  var isResumed: Bool { test_tls_is_resumed(tls) != 0 }

  func closeNotify() { test_tls_close_notify(tls) }
}
