import RequisiteTesting
import TestSupport
import Testing

@Suite("No description shows a secret")
struct SecretsTests {
  private static let canary = Canary.secret

  private static func request() throws -> TransportRequest {
    let url = try #require(URL(string: "https://ann:\(canary)@api.test:8443/todos?page=2"))
    return TransportRequest(
      url: url,
      headers: [
        .authorization: "Bearer \(canary)", .proxyAuthorization: canary, .cookie: "id=\(canary)",
        "X-Api-Key": canary, "X-Auth-Token": canary, .accept: "text/plain",
      ])
  }

  /// One error of each case, each with a request and a response full of secrets.
  static func errors() throws -> [NetworkRequestError] {
    let request = try request()
    let answer = NetworkResponse(
      status: 418, headers: [.setCookie: "id=\(canary)", "X-Session": canary], data: Data("words".utf8),
      request: request)
    let urlError = URLError(
      .timedOut,
      userInfo: [
        NSURLErrorFailingURLErrorKey: request.url,
        "NSErrorFailingURLStringKey": request.url.absoluteString,
      ])
    let cases: [NetworkRequestError] = [
      .badRequest(answer), .unauthorized(answer), .forbidden(answer), .notFound(answer), .error4xx(answer),
      .serverError(answer), .error5xx(answer), .unexpectedStatus(answer),
      .decodingError(DecodingFailure(.keyPathNotFound("a"), type: Todo.self, response: answer)),
      .urlSessionFailed(TransportFailure(urlError, request: request)), .cancelled(request),
      .refused(Refusal(.rateLimited, retryAfter: .seconds(1), request: request)),
      .deadlineExceeded(.seconds(1), request: request),
      .bodyTooLarge(1, request: request), .unknownError(NetworkRequestError.UnknownFailure(urlError)),
      .invalidRequest(InvalidRequest(.path, "a fault")),
      .authenticationFailed(AuthenticationFailure(.refreshFailed(urlError), request: request)),
    ]
    return cases
  }

  @Test("of requests, responses and header fields", .feature("C41", "C14"))
  func values() throws {
    let request = try Self.request()
    let answer = NetworkResponse(status: 200, headers: request.headers, request: request)
    let transportResponse = TransportResponse(status: 200, headers: request.headers, url: request.url)
    let response = Response(Todo(), answer)
    for value in [request, answer, transportResponse, response, request.headers, request.headers[0]] as [Any]
    {
      #expect(!Canary.isHeard(in: value), "\(type(of: value))")
    }
    #expect(request.description == "GET https://api.test:8443/todos?page=2")
    #expect(request.headers.description.contains("Accept: text/plain"))
  }

  @Test("of errors of any case", .feature("C41", "C14"))
  func failures() throws {
    let errors = try Self.errors()
    #expect(Set(errors.map(\.kind)) == Set(NetworkRequestError.Kind.allCases), "each case is looked at")
    for error in errors {
      #expect(!Canary.isHeard(in: error) && !Canary.isHeard(in: error.localizedDescription), "\(error.kind)")
    }
  }

  @Test("of clients, environments, credentials and base URLs", .feature("C41"))
  func clients() throws {
    let environment = APIEnvironment(
      baseURL: "https://ann:\(Self.canary)@api.test", headers: ["X-Api-Key": Self.canary],
      credentials: Credentials { ["X-Api-Key": Self.canary] })
    let client = APIClient(environment: environment)
    let secrets: [Any] = [
      environment, client, environment.baseURL, Authorization.bearer(Self.canary),
      Authorization.basic(user: "ann", password: Self.canary),
    ]
    for value in secrets {
      #expect(!Canary.isHeard(in: value), "\(type(of: value))")
    }
  }
}
