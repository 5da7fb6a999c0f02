import TestSupport
import Testing

@testable import Requisite

@Suite("The public key of a certificate")
struct CertificateKeyTests {
  private static let kinds = [
    ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], ["ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"],
    ["ec", "-pkeyopt", "ec_paramgen_curve:secp521r1"], ["rsa:2048"], ["rsa:4096"], ["ed25519"],
  ]

  @Test(
    "the pin equals the one that openssl computes, for each kind of key", .feature("F15"),
    .enabled(if: Certificates.isAvailable), arguments: kinds)
  func pin(key: [String]) throws {
    let certificates = try Certificates()
    let long = String(repeating: "long name ", count: 6)
    try certificates.make("kind", name: long, certifiedBy: nil, key: key)
    let text = String(decoding: try certificates.data("kind.pem"), as: UTF8.self)
    let der = try #require(PEM.certificates(in: text)?.first)
    #expect(CertificateKey.pin(ofCertificate: der) == (try certificates.pin("kind")))
  }

  @Test(
    "bytes other than a complete certificate have no key",
    .enabled(if: Certificates.isAvailable))
  func broken() throws {
    let certificates = try Certificates()
    let text = String(decoding: try certificates.data("server.pem"), as: UTF8.self)
    let der = try #require(PEM.certificates(in: text)?.first)
    for count in 0..<der.count { #expect(CertificateKey.pin(ofCertificate: der.prefix(count)) == nil) }
    #expect(CertificateKey.pin(ofCertificate: [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0x30]) == nil)
    #expect(CertificateKey.pin(ofCertificate: [0x30, 0x80, 0x30, 0x80]) == nil)
  }

  @Test(
    "PEM can contain several certificates and text between them, and a malformed certificate makes all of it unusable"
  )
  func pem() {
    let block = { (text: String) in "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n" }
    #expect(
      PEM.certificates(in: "a\n\(block("AQID"))b\n\(block("BA\r\n=="))") == [Data([1, 2, 3]), Data([4])])
    #expect(PEM.certificates(in: block("AQID") + block("?")) == nil)
    #expect(PEM.certificates(in: "-----END CERTIFICATE-----") == nil)
    #expect(PEM.certificates(in: "no certificate") == nil)
  }
}
