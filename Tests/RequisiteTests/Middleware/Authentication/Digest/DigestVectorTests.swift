import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Digest: the examples of its standards", .timeLimit(.minutes(1)))
struct DigestVectorTests {
  private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
  private static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
  private static let opaque = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"

  /// What is sent as an answer to a challenge, as a challenge is read: parameter by parameter.
  private func answer(
    to challenge: String, user: String, password: String, clientNonce: String, path: String,
    method: HTTPMethod = .get, body: HTTPBody = .none
  ) async throws -> AuthenticationChallenge {
    let stub = StubTransport {
      On.any().respond(.status(401, headers: [.wwwAuthenticate: challenge]), .status(200))
    }
    let digest = DigestAuthenticator(user: user, password: password, clientNonce: { clientNonce })
    let transport = stub.authenticated(with: digest, for: "https://www.example.org")
    let url = try #require(URL(string: "https://www.example.org\(path)"))
    #expect(try await transport.send(TransportRequest(method: method, url: url, body: body)).status == 200)
    let sent = try #require(stub.requests.last?.headers[.authorization])
    return try #require(AuthenticationChallenge.list(sent).first)
  }

  @Test(
    "RFC 7616, §3.9.1: SHA-256 and MD5, and the same by session",
    arguments: [
      ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
      ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
      // Not in the RFC: by another implementation of its formulas.
      ("MD5-sess", "e783283f46242139c486a698fec7211d"),
      ("SHA-256-sess", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7"),
      ("SHA-512-256", "430d05014cecc49cab6fbe03176d41a1da86cbfe24a16580e22aaad928d960d0"),
      ("SHA-512-256-sess", "3f2a34f923c38b0fb26dce2fdfc2ce326c23cecf86fbb1444f3e51fbbc2cb92e"),
    ])
  func rfc7616(algorithm: String, response: String) async throws {
    let challenge = """
      Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
      nonce="\(Self.nonce)", opaque="\(Self.opaque)"
      """
    let sent = try await answer(
      to: challenge, user: "Mufasa", password: "Circle of Life", clientNonce: Self.clientNonce,
      path: "/dir/index.html")
    #expect(sent.scheme == "Digest")
    #expect(sent["response"] == response)
    #expect(sent["username"] == "Mufasa")
    #expect(sent["uri"] == "/dir/index.html")
    #expect(sent["nc"] == "00000001")
    #expect(sent["cnonce"] == Self.clientNonce)
    #expect(sent["qop"] == "auth")
    #expect(sent["algorithm"] == algorithm)
    #expect(sent["opaque"] == Self.opaque)
  }

  // Not in the RFC: by another implementation of its formulas.
  @Test(
    "RFC 7616, §3.4.3: auth-int, with the hash of the body",
    arguments: [
      (HTTPMethod.get, nil, "8bdf6f15638e260831e905028de5450562816d093c9bfc5c13d3a46adcdde940"),
      (.post, #"{"a":1}"#, "193d6834c8f5b21e6b707fdd7de62ad0b3514493466cf33958098aa6d3836274"),
    ] as [(HTTPMethod, String?, String)])
  func integrity(method: HTTPMethod, body: String?, response: String) async throws {
    let challenge = """
      Digest realm="http-auth@example.org", qop="auth-int", algorithm=SHA-256, nonce="\(Self.nonce)"
      """
    let sent = try await answer(
      to: challenge, user: "Mufasa", password: "Circle of Life", clientNonce: Self.clientNonce,
      path: "/dir/index.html", method: method, body: body.map { .text($0) } ?? .none)
    #expect(sent["qop"] == "auth-int")
    #expect(sent["response"] == response)
  }

  @Test("RFC 2617, §3.5: a server that names no algorithm means MD5")
  func rfc2617() async throws {
    let challenge = """
      Digest realm="testrealm@host.com", qop="auth,auth-int", \
      nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"
      """
    let sent = try await answer(
      to: challenge, user: "Mufasa", password: "Circle Of Life", clientNonce: "0a4f113b",
      path: "/dir/index.html")
    #expect(sent["response"] == "6629fae49393a05397450978507c4ef1")
  }

  @Test("a name that is hashed (RFC 7616, §3.4.4), and one outside of ASCII in the clear")
  func users() async throws {
    let challenge = """
      Digest realm="api@example.org", qop="auth", algorithm=SHA-256, \
      nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", charset=UTF-8
      """
    for isHashed in [true, false] {
      let sent = try await answer(
        to: challenge + (isHashed ? ", userhash=true" : ""), user: "Jäsøn Doe", password: "Secret, or not?",
        clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm", path: "/doe.json")
      let hash = "5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7"
      #expect(sent["username"] == (isHashed ? hash : nil))
      #expect(sent["username*"] == (isHashed ? nil : "UTF-8''J%C3%A4s%C3%B8n%20Doe"))
      #expect(sent["userhash"] == (isHashed ? "true" : nil))
      #expect(sent["response"] == "06d0c14162099f487a92ebceaf71097534ee5f90d858386449c337ab69f7f6b8")
    }
  }
}
