import Requisite
import RequisiteTesting

// The first call fails with a code of the transport, and the second one succeeds.
let stub = StubTransport { On(.get, "/").respond(.failure(.timedOut), .text("here")) }
let client = APIClient(baseURL: "https://api.example.com", transport: stub)
for _ in 1...2 {
  do throws(NetworkRequestError) {
    print(try await client.dispatch(Endpoint<String>.get("/")))
  } catch {
    print("retryable: \(error.isRetryable), \(error)")
  }
}
