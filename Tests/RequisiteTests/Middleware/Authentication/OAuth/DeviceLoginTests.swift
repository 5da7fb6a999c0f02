import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("OAuth 2: the login of a device", .timeLimit(.minutes(1)))
struct DeviceLoginTests {
  private let clock = TestClock()

  /// A server that answers a device with these members, and then its polls one after the other.
  private func server(_ members: [String: JSONValue] = [:], _ polls: StubResponse...) -> StubTransport {
    let device: [String: JSONValue] = [
      "device_code": "d", "user_code": "AB-CD", "verification_uri": "https://login.example.com/device#enter",
      "expires_in": 1_800,
    ]
    let answer = JSONValue.object(.init(device.merging(members) { $1 }.map { ($0, $1) }))
    return StubTransport {
      On(.post, "/device").respond(.json(answer))
      On(.post, "/token").respond { [polled = Locked(0)] _ in
        polls[
          min(
            polled.withLock {
              $0 += 1; return $0
            }, polls.count) - 1]
      }
    }
  }

  private static func refusal(_ code: String) -> StubResponse {
    .json(.object(.init([("error", .string(code))])), status: 400)
  }

  private static let granted = StubResponse.json(["access_token": "t"])

  /// Logs in with the clock moved to each wait, and returns the outcome.
  private func logIn(
    _ stub: StubTransport, shown: Locked<OAuthClient.DeviceCode?> = Locked(nil)
  ) async throws -> Result<AccessToken, NetworkRequestError> {
    let client = OAuthClient(
      tokenEndpoint: "https://login.example.com/token", id: "tv", resource: "https://api.example.com",
      transport: stub, clock: CallClock(clock))
    return try await clock.run {
      do throws(NetworkRequestError) {
        return .success(
          try await client.token(
            onDevice: "https://login.example.com/device", scope: ["a", "b"]
          ) { code in shown.withLock { $0 = code } })
      } catch { return .failure(error) }
    }
  }

  private func code(_ result: Result<AccessToken, NetworkRequestError>) -> OAuthError.Code? {
    guard case .failure(let error) = result else { return nil }
    return (error.underlyingError as? OAuthError)?.code
  }

  @Test(
    "the code is shown, and the token requested every 5 seconds until the user has entered it")
  func login() async throws {
    let pending = Self.refusal("authorization_pending")
    let stub = server(
      ["verification_uri_complete": "https://login.example.com/?c=AB-CD"], pending, pending, Self.granted)
    let shown = Locked<OAuthClient.DeviceCode?>(nil)
    #expect(try await logIn(stub, shown: shown).get().value == Secret("t"))
    let code = try #require(shown.withLock { $0 })
    #expect(code.userCode == "AB-CD" && code.lifetime == .seconds(1_800))
    #expect(code.page.absoluteString == "https://login.example.com/device#enter")
    #expect(code.completePage?.absoluteString == "https://login.example.com/?c=AB-CD")
    #expect(clock.now.offset == .seconds(15))
    #expect(
      stub.requests.map(\.text) == [
        "scope=a+b&resource=https%3A%2F%2Fapi.example.com&client_id=tv"
      ]
        + Array(
          repeating: "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d"
            + "&resource=https%3A%2F%2Fapi.example.com&client_id=tv", count: 3))
  }

  @Test(
    "slow_down adds 5 seconds for good, and a failure that may pass doubles the interval", .feature("F48"))
  func slower() async throws {
    let stub = server(
      ["interval": 2], Self.refusal("slow_down"), Self.refusal("authorization_pending"), .failure(.timedOut),
      .status(503), Self.granted)
    _ = try await logIn(stub).get()
    // 2, then 7 twice, then 14, then 28.
    #expect(clock.now.offset == .seconds(2 + 7 + 7 + 14 + 28))
  }

  @Test(
    "an interval that is no time is 5 seconds",
    arguments: [.null, 0, -1, "soon", 1e300, ["5"]] as [JSONValue])
  func oddIntervals(interval: JSONValue) async throws {
    _ = try await logIn(server(["interval": interval], Self.granted)).get()
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("the code expires by the device's clock or the server's word")
  func expiry() async throws {
    let stub = server(["expires_in": "12"], Self.refusal("authorization_pending"))
    let late = try await logIn(stub)
    #expect(code(late) == .expiredToken && stub.requests.count == 3)
    #expect(code(try await logIn(server([:], Self.refusal("expired_token")))) == .expiredToken)
    let denied = server([:], Self.refusal("access_denied"))
    #expect(code(try await logIn(denied)) == .accessDenied && denied.requests.count == 2)
  }

  @Test("a cancelled login sends nothing more", .feature("F48"))
  func cancellation() async throws {
    let stub = server([:], Self.granted)
    let client = OAuthClient(
      tokenEndpoint: "https://login.example.com/token", id: "tv", transport: stub, clock: CallClock(clock))
    let task = Task {
      try await client.token(onDevice: "https://login.example.com/device") { _ in }
    }
    try await clock.sleepers(1)
    task.cancel()
    let error = await #expect(throws: NetworkRequestError.self) { try await task.value }
    #expect(error?.kind == .cancelled && stub.requests.count == 1)
  }

  @Test(
    "a malformed response is refused without quoting it",
    arguments: [
      ("device_code", .null), ("user_code", 1), ("expires_in", .null), ("expires_in", 0),
      ("verification_uri", "http://login.example.com"), ("verification_uri", "javascript:x"),
    ] as [(String, JSONValue)])
  func malformed(name: String, value: JSONValue) async throws {
    let shown = Locked<OAuthClient.DeviceCode?>(nil)
    let result = try await logIn(server([name: value], Self.granted), shown: shown)
    guard case .failure(.authenticationFailed(let failure)) = result,
      case .malformedTokenResponse = failure.reason
    else { return #expect(Bool(false), "\(result)") }
    #expect(shown.withLock { $0 } == nil)
  }

  @Test(
    "a refused request for a code is the server's error, and no endpoint is an error before anything is sent")
  func refused() async throws {
    let stub = StubTransport { On(.post, "/device").respond(Self.refusal("invalid_client")) }
    #expect(code(try await logIn(stub)) == .invalidClient)
    let client = OAuthClient(tokenEndpoint: "https://login.example.com/token", id: "tv", transport: stub)
    for endpoint in [nil, "http://login.example.com/device"] {
      let error = await #expect(throws: NetworkRequestError.self) {
        try await client.token(onDevice: endpoint) { _ in }
      }
      #expect(error?.kind == .invalidRequest)
    }
    #expect(stub.requests.count == 1)
  }
}
