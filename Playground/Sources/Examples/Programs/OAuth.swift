import Requisite

/// A program on a server that calls an API with its own tokens (client credentials). It renews a token that the API
/// rejects, once for all calls that wait for it.
@Sendable func runOAuth(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Report: Decodable, Sendable {
    let name: String
    let total: Int
  }

  let provider = OAuthClient(
    tokenEndpoint: baseURL + "/oauth/token", id: "reports", authentication: .header(secret: Secret("s3cret")))
  let api = APIClient(
    baseURL: baseURL,
    transport: DefaultTransport.shared.authenticated(with: .clientCredentials(of: provider), for: baseURL))

  let response = try await api.response(for: Endpoint<[Report]>.get("/reports"))
  for report in response.value { print("\(report.name): \(report.total)") }

  let stranger = OAuthClient(
    tokenEndpoint: baseURL + "/oauth/token", id: "reports", authentication: .header(secret: Secret("wrong")))
  do {
    _ = try await stranger.token(.clientCredentials())
  } catch .authenticationFailed(let failure) {
    guard case .tokenRefused(let refusal) = failure.reason else { return print("\(failure)") }
    print("no token: \(refusal.code.rawValue)")
  } catch {
    print("\(error)")
  }
}
