import RequisiteTesting
import Testing

@testable import Requisite

@Suite("A 401 without a credential", .timeLimit(.minutes(1)))
struct OtherOriginTests {
  @Test("says for which origin the credential is, if that is not the one of the request", .feature("F42"))
  func words() async throws {
    let stub = StubTransport { On.any().respond(status: 401) }
    let transport = stub.authenticated(with: .bearer("secret-token"), for: "http://localhost:1")
    let error = try await APIClient.testing(transport).failure(of: Fetch<Todo>())
    let words = "no credential was sent to https://api.test:443, and the credential is for http://localhost:1"
    #expect(error.description.contains(words) && !error.description.contains("secret-token"))
    let own = try await APIClient.testing(stub.authenticated(with: .bearer("t"), for: "https://api.test"))
      .failure(of: Fetch<Todo>())
    #expect(!own.description.contains("credential"))
  }

  @Test(
    "a challenge without qop is answered by the rule of RFC 2617 where nothing else is offered",
    .feature("F42"))
  func legacyDigest() async throws {
    // The example of RFC 2069 §2.4, with the response that its erratum 749 corrects.
    let challenge =
      #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41""#
    let stub = StubTransport {
      On.any().respond(.status(401, headers: [.wwwAuthenticate: challenge]), .status(200))
    }
    let digest = DigestAuthenticator(user: "Mufasa", password: "CircleOfLife")
    let url = try #require(URL(string: "http://www.nowhere.org/dir/index.html"))
    let transport = stub.authenticated(with: digest, for: "http://www.nowhere.org")
    #expect(try await transport.send(TransportRequest(url: url)).status == 200)
    let sent = try #require(stub.requests.last?.headers[.authorization])
    #expect(sent.contains(#"response="1949323746fe6a43ef61f9606e7febea""#))
    #expect(sent.contains(#"opaque="5ccc069c403ebaf9f0171e9517f40e41""#))
    #expect(
      !sent.contains("qop") && !sent.contains("cnonce") && !sent.contains("nc=")
        && !sent.contains("algorithm"))
  }
}
