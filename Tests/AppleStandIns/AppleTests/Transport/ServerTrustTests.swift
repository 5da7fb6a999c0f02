import Security
import TestSupport
import Testing

@testable import Requisite

@Suite(
  "Certificates and keys on Apple platforms", .enabled(if: Certificates.isAvailable), .timeLimit(.minutes(3)))
struct ServerTrustTests {
  private let certificates: Certificates

  init() throws { certificates = try Certificates() }

  private func der(_ name: String) throws -> Data {
    let text = String(decoding: try certificates.data("\(name).pem"), as: UTF8.self)
    return try #require(PEM.certificates(in: text)?.first)
  }

  /// Returns the answer to a server that presents a certificate of the test's authority.
  private func answer(
    host: String = "localhost", isKnownToSystem: Bool = false,
    _ change: (inout TransportConfiguration.TLS) throws -> Void
  ) async throws -> URLSession.AuthChallengeDisposition {
    var tls = TransportConfiguration.TLS()
    try change(&tls)
    let chain = SecTrust(
      [try der("server")], certifiedBy: try der("ca"), isKnownToSystem: isKnownToSystem)
    let challenge = URLAuthenticationChallenge(URLProtectionSpace(host: host, port: 443, serverTrust: chain))
    let trust = try ServerTrust(tls)
    return await withCheckedContinuation { continuation in
      trust.urlSession(.shared, didReceive: challenge) { disposition, _ in
        continuation.resume(returning: disposition)
      }
    }
  }

  @Test("the authorities of the configuration replace those of the system", .feature("F15"))
  func authorities() async throws {
    let (ca, other) = (try certificates.data("ca.pem"), certificates.path("other.pem"))
    // The system judges by itself, so that its errors keep their codes.
    #expect(try await answer { _ in } == .performDefaultHandling)
    #expect(try await answer(isKnownToSystem: true) { _ in } == .performDefaultHandling)
    #expect(try await answer { $0.authorities = .pem(ca) } == .useCredential)
    let answer = try await answer(isKnownToSystem: true) { $0.authorities = .file(other) }
    #expect(answer == .cancelAuthenticationChallenge)
  }

  @Test("an authority of the configuration cannot replace the system's policy for the host", .feature("F15"))
  func policy() async throws {
    let chain = SecTrust(
      [try der("server")], certifiedBy: try der("ca"), isKnownToSystem: false, isForHost: false)
    var tls = TransportConfiguration.TLS()
    tls.authorities = .pem(try certificates.data("ca.pem"))
    let trust = try ServerTrust(tls)
    let challenge = URLAuthenticationChallenge(
      URLProtectionSpace(host: "localhost", port: 443, serverTrust: chain))
    let answer = await withCheckedContinuation { continuation in
      trust.urlSession(.shared, didReceive: challenge) { answer, _ in continuation.resume(returning: answer) }
    }
    #expect(answer == .cancelAuthenticationChallenge)
  }

  @Test(
    "a connection that App Transport Security refused before an authority was asked says so", .feature("F15"))
  func transportSecurity() throws {
    var tls = TransportConfiguration.TLS()
    tls.authorities = .pem(try certificates.data("ca.pem"))
    let error = URLError(.secureConnectionFailed)
    let explained = try ServerTrust(tls).explaining(error, host: "server.local") as? TransportFailure
    #expect(explained?.code == .secureConnectionFailed)
    #expect(explained?.message.contains("NSAppTransportSecurity") == true)
    #expect(try ServerTrust(.init()).explaining(error, host: "server.local") is URLError)
  }

  @Test("a pin is the hash that openssl computes, and applies to every spelling of its host", .feature("F15"))
  func pins() async throws {
    let (good, bad) = (try certificates.pin("server"), try certificates.pin("other"))
    for name in ["localhost", "LOCALHOST", "localhost."] {
      let accepted = try await answer(isKnownToSystem: true) { $0.pinnedPublicKeys = [name: [good, bad]] }
      #expect(accepted == .useCredential)
      let refused = try await answer(isKnownToSystem: true) { $0.pinnedPublicKeys = [name: [bad]] }
      #expect(refused == .cancelAuthenticationChallenge)
    }
    let elsewhere = try await answer(host: "example.org", isKnownToSystem: true) {
      $0.pinnedPublicKeys = ["localhost": [bad]]
    }
    #expect(elsewhere == .performDefaultHandling)
    // A host that cannot be compared with a pinned name may be that host in a spelling of its own.
    for host in ["local%68ost", "localhost/", "", "local host"] {
      let unclear = try await answer(host: host, isKnownToSystem: true) {
        $0.pinnedPublicKeys = ["localhost": [good]]
      }
      #expect(unclear == .cancelAuthenticationChallenge)
      #expect(try await answer(host: host, isKnownToSystem: true) { _ in } == .performDefaultHandling)
    }
    for (host, expected) in [
      ("fe80::1%en0", URLSession.AuthChallengeDisposition.cancelAuthenticationChallenge),
      ("fe80::2%en0", .performDefaultHandling),
    ] {
      let answer = try await answer(host: host, isKnownToSystem: true) {
        $0.pinnedPublicKeys = ["fe80::1": [bad]]
      }
      #expect(answer == expected)
    }
    // A pin does not make a certificate trusted.
    #expect(
      try await answer { $0.pinnedPublicKeys = ["localhost": [good]] } == .cancelAuthenticationChallenge)
  }

  @Test("the error of a refused certificate gives the reason instead of a cancellation", .feature("F15"))
  func explains() async throws {
    var tls = TransportConfiguration.TLS()
    tls.authorities = .pem(try certificates.data("other.pem"))
    let trust = try ServerTrust(tls)
    let chain = SecTrust([try der("server")], certifiedBy: try der("ca"), isKnownToSystem: false)
    let challenge = URLAuthenticationChallenge(
      URLProtectionSpace(host: "Example.org", port: 443, serverTrust: chain))
    await withCheckedContinuation { continuation in
      trust.urlSession(.shared, didReceive: challenge) { _, _ in continuation.resume() }
    }
    let error = trust.explaining(URLError(.cancelled), host: "example.org") as? TransportFailure
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(error?.message == "the server's certificate is not trusted")
    #expect(error?.urlError.code == .serverCertificateUntrusted)
    #expect((error?.underlyingError as? NSError)?.code == Int(errSecNotTrusted))
    #expect((trust.explaining(URLError(.timedOut), host: "example.org") as? URLError)?.code == .timedOut)
    #expect((trust.explaining(URLError(.cancelled), host: "example.com") as? URLError)?.code == .cancelled)
  }

  @Test(
    "a client certificate comes from a PKCS #12 archive with its password, and with its authorities",
    .feature("F15"))
  func clientCertificate() async throws {
    var tls = TransportConfiguration.TLS()
    tls.clientCertificate = .pkcs12(Data([1]), password: "secret")
    let trust = try ServerTrust(tls)
    let challenge = URLAuthenticationChallenge(
      URLProtectionSpace(
        host: "localhost", port: 443, protocol: nil, realm: nil,
        authenticationMethod: NSURLAuthenticationMethodClientCertificate))
    let credential = await withCheckedContinuation { continuation in
      trust.urlSession(.shared, didReceive: challenge) { continuation.resume(returning: $1) }
    }
    #expect(credential?.identity?.archive == Data([1]))
    #expect(credential?.certificates?.compactMap { ($0 as? SecCertificate)?.data } == [Data([0x30])])
    tls.clientCertificate = .pkcs12(Data([1]), password: "wrong")
    #expect(throws: NetworkRequestError.self) { try ServerTrust(tls) }
  }
}
