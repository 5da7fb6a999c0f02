import RequisiteTesting
import Testing

@Suite("Properties of an error", .timeLimit(.minutes(1)))
struct TraitsTests {
  @Test("the status decides if the same request may succeed later", arguments: 100...599)
  func retryableStatus(status: Int) throws {
    let request = TransportRequest(url: try #require(URL(string: "https://api.test/a")))
    let error = NetworkRequestError(status: NetworkResponse(status: status, request: request))
    #expect(error.isRetryable == [408, 425, 429, 500, 502, 503, 504].contains(status))
    #expect(!error.isTimeout && !error.isCancellation && !error.isBeforeSending)
  }

  @Test("a call that a cache may not answer from the server is not retried, and says that it is offline")
  func offline() async throws {
    let clock = TestClock()
    let stub = StubTransport { On.any().respond(.json([Todo()], headers: [.cacheControl: "max-age=60"])) }
    let client = APIClient(
      baseURL: "https://api.test", transport: stub.cached().retried(), clock: CallClock(clock))
    let error = await #expect(throws: NetworkRequestError.self) {
      try await client.dispatch(GetTodos().with(\.cache, .offline), attempts: 3)
    }
    #expect(error?.status == 504 && error?.isRetryable == false)
    #expect(error?.userMessage == "This is not available offline.")
    #expect(error?.attempts.count ?? 0 <= 1)
    #expect(stub.requests.isEmpty)
  }

  @Test(
    "Foundation's code decides if the error is transient, a timeout, or before sending",
    arguments: [
      (.timedOut, true, true, false), (.networkConnectionLost, true, false, false),
      (.cannotConnectToHost, true, false, true), (.cannotFindHost, true, false, true),
      (.notConnectedToInternet, true, false, true), (.serverCertificateUntrusted, false, false, true),
      (.badServerResponse, false, false, false), (.unsupportedURL, false, false, true),
    ] as [(TransportFailure.Code, Bool, Bool, Bool)])
  func transport(code: TransportFailure.Code, isRetryable: Bool, isTimeout: Bool, isBeforeSending: Bool) {
    let error = NetworkRequestError(TransportFailure(code))
    #expect(error.isRetryable == isRetryable)
    #expect(error.isTimeout == isTimeout)
    #expect(error.isBeforeSending == isBeforeSending)
  }

  @Test("a passed deadline is a timeout, a cancellation is not, and an invalid request is before sending")
  func others() {
    let deadline = NetworkRequestError.deadlineExceeded(.seconds(1))
    #expect(deadline.isTimeout && deadline.isRetryable)
    let cancelled = NetworkRequestError.cancelled(nil)
    #expect(cancelled.isCancellation && !cancelled.isTimeout && !cancelled.isRetryable)
    let invalid = NetworkRequestError.invalidRequest(InvalidRequest(.path, "a fault"))
    #expect(invalid.isBeforeSending && !invalid.isRetryable)
  }

  @Test("a catch names a kind with a dot, also where other errors are thrown")
  func kindsAmongOtherErrors() {
    func outcome(_ error: any Error) -> String {
      do {
        throw error
      } catch .notFound {
        return "not found"
      } catch .forbidden, .unauthorized {
        return "no access"
      } catch {
        return "other"
      }
    }
    func error(_ status: Int) -> NetworkRequestError {
      let request = TransportRequest(url: URL(fileURLWithPath: "/"))
      return NetworkRequestError(status: NetworkResponse(status: status, request: request))
    }
    #expect(outcome(error(404)) == "not found")
    #expect(outcome(error(401)) == "no access")
    #expect(outcome(NetworkRequestError.cancelled(nil)) == "other")
    #expect(outcome(CancellationError()) == "other")
  }
}
