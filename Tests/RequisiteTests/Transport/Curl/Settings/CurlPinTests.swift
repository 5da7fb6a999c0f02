#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import CurlEngine
  @testable import Requisite

  @Suite("CurlTransport: pinned public keys", .timeLimit(.minutes(3)))
  struct CurlPinTests {
    private static let hash = Data(repeating: 1, count: 32).base64EncodedString()

    private func pins(_ name: String, _ hashes: Set<String> = [hash]) throws -> PinnedKeys {
      try PinnedKeys([name: hashes])
    }

    @Test(
      "all spellings of a host have its pin, on either side",
      arguments: [
        ["api.test", "API.Test", "api.test.", "api.test..", "%61pi.test", "u:p@api.test", "api.test:8443"],
        [
          "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "0x7F000001", "127.0.0.1.",
          "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]",
        ],
        ["bücher.test", "xn--bcher-kva.test", "BÜCHER.test", "XN--BCHER-KVA.TEST."],
        ["[::1]", "[0:0:0:0:0:0:0:1]", "[0::1]"],
      ])
    func spellings(_ hosts: [String]) throws {
      for host in hosts {
        let url = try #require(URL(string: "https://\(host)/"))
        for name in hosts where !name.contains("%") && !name.contains("@") && !name.contains(":8443") {
          #expect(try pins(name).pins(for: url) == [Self.hash], "\(name) for \(host)")
        }
        #expect(try pins("other.test").pins(for: url) == nil)
      }
    }

    @Test("an IPv6 address can be written with and without brackets")
    func version6() throws {
      let url = try #require(URL(string: "https://[::1]/"))
      #expect(try pins("::1").pins(for: url) != nil)
    }

    @Test("the pin of an address applies in each zone, and that of an address with a zone only in that zone")
    func zones() throws {
      let url = try #require(URL(string: "https://[fe80::1%25eth0]/"))
      #expect(try pins("fe80::1").pins(for: url) != nil && pins("fe80::2").pins(for: url) == nil)
      let pins = try pins("[fe80::1%25eth0]")
      #expect(try pins.pins(for: url) != nil)
      #expect(try pins.pins(for: #require(URL(string: "https://[fe80::1%25eth1]/"))) == nil)
    }

    @Test(
      "a name that cannot be in a URL is an error, and so are two names of one host",
      arguments: [
        "", "https://api.test", "api.test:443", "*.api.test", "api.test/", "api test", "u@api.test",
        "api.test?",
        "[api.test]", ".", "a%41.test",
      ])
    func badNames(_ name: String) {
      #expect(throws: SettingProblem.self) { try pins(name) }
      #expect(throws: SettingProblem.self) {
        try PinnedKeys(["api.test": [Self.hash], "API.test.": [Self.hash]])
      }
    }

    @Test(
      "a malformed hash is an error",
      arguments: ["", "abc", Data(count: 31).base64EncodedString(), "sha256/" + hash, hash + "\n"])
    func badHashes(_ hash: String) {
      #expect(throws: SettingProblem.self) { try pins("api.test", [hash]) }
      #expect(throws: SettingProblem.self) { try pins("api.test", []) }
    }

    @Test("with an invalid name every call fails, also to other hosts, and nothing is sent")
    func failsClosed() async throws {
      let server = try FaultServer.answering(body: "hello")
      defer { server.stop() }
      let transport = CurlTest.fresh { $0.tls.pinnedPublicKeys = ["*.api.test": [Self.hash]] }
      let error = await #expect(throws: NetworkRequestError.self) {
        try await transport.send(CurlTest.request(server.url()))
      }
      #expect(error?.kind == .invalidRequest && "\(String(describing: error))".contains("*.api.test"))
      #expect(server.connectionCount == 0)
    }

    @Test("the description of a configuration has no passwords or keys")
    func secrets() throws {
      var configuration = CurlTransport.Configuration()
      configuration.proxy = .server(
        try #require(URL(string: "http://user:\(Canary.secret)@proxy.test:8080/")))
      configuration.tls.clientCertificate = .files(
        certificate: "a.pem", key: "a.key", password: Canary.secret)
      #expect(!Canary.isHeard(in: configuration))
      #expect("\(configuration)".contains("proxy.test") && "\(configuration)".contains("a.pem"))
      let secret = Data(Canary.secret.utf8)
      configuration.tls.clientCertificate = .pem(certificate: Data(), key: secret, password: Canary.secret)
      #expect(!Canary.isHeard(in: configuration))
      #expect(!"\(configuration)".contains(secret.map { "\($0)" }.joined(separator: ", ")))
    }
  }
#endif
