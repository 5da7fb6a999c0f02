import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("OAuth 2: failures", .timeLimit(.minutes(1)))
struct OAuthFailureTests {
  private func failure(status: Int, _ text: String) async -> NetworkRequestError? {
    let stub = StubTransport { On.any().respond(status: status, text: text) }
    let client = OAuthClient(
      tokenEndpoint: "https://login.example.com/token", id: "todos",
      authentication: .body(secret: Secret("canary-7f3a")),
      transport: stub)
    return await #expect(throws: NetworkRequestError.self) {
      try await client.token(.refreshToken(Secret("canary-7f3a")))
    }
  }

  private func reason(_ error: NetworkRequestError?) -> AuthenticationFailure.Reason? {
    guard case .authenticationFailed(let failure) = error else { return nil }
    return failure.reason
  }

  @Test("a refusal of the server is a typed error (RFC 6749 §5.2), with any status", .feature("A38"))
  func refusals() async {
    let text = #"{"error":"invalid_grant","error_description":"used\nup","error_uri":"https://e.example/1"}"#
    for status in [400, 401, 200] {
      let error = await failure(status: status, text)
      guard case .tokenRefused(let refusal) = reason(error) else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(refusal.code == .invalidGrant)
      #expect(refusal.explanation == "used\nup")
      #expect(refusal.page == "https://e.example/1")
      #expect(refusal.status == status)
      #expect(refusal.description == "invalid_grant: usedup")
      #expect(error?.isRetryable == false)
    }
    let busy = await failure(status: 400, #"{"error":"temporarily_unavailable"}"#)
    #expect(busy?.isRetryable == true)
  }

  @Test("a status without an OAuth error is the error of that status")
  func statuses() async {
    #expect(await failure(status: 502, "<html>").map(\.kind) == .error5xx)
    #expect(await failure(status: 502, "<html>")?.isRetryable == true)
    #expect(await failure(status: 404, "{}").map(\.kind) == .notFound)
  }

  @Test(
    "a malformed token response is refused with a reason that does not quote it",
    // Arguments are printed: % stands for the secret.
    arguments: [
      "%", #"{"access_token":"%""#, #"{"access_token":"%","token_type":"mac"}"#,
      #"{"access_token":"","token_type":"Bearer"}"#, #"{"access_token":["%"],"token_type":"Bearer"}"#,
      #"{"token_type":"Bearer"}"#, "[]", "",
    ])
  func malformed(text: String) async {
    let error = await failure(status: 200, text.replacingOccurrences(of: "%", with: Canary.secret))
    guard case .malformedTokenResponse = reason(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!Canary.isHeard(in: error as Any))
  }
}
