import Requisite

/// Prints the waterfall of a call that gets a token, fails, waits and succeeds; and of an equal call that the cache answers.
@Sendable func runTimeline(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct Forecast: Decodable, Sendable {
    let text: String
  }

  let provider = OAuthClient(
    tokenEndpoint: baseURL + "/oauth/token", id: "reports", authentication: .header(secret: Secret("s3cret")))
  var stack = StandardStack()
  stack.authenticator = BearerAuthenticator.clientCredentials(of: provider)
  stack.authenticatedOrigins = [BaseURL(baseURL)]
  let client = APIClient(baseURL: baseURL, stack: stack)

  for number in 1...3 {
    let response = try await client.response(for: Endpoint<Forecast>.get("/forecast"))
    // The response to the second call is stored: the first began before there was a token, so its user was not known.
    if number != 2, let timeline = response.timeline { print(timeline.description) }
  }
}
