import Requisite
import RequisiteTesting

// Fails by a code of the transport's own, and is answered at the second attempt.
let stub = StubTransport { On.get("/").respond(.failure(.timedOut), .text("here")) }
let client = APIClient(baseURL: "https://api.example.com", transport: stub)
for _ in 1...2 {
  do throws(NetworkRequestError) {
    print(try await client.dispatch(Endpoint<String>.get("/")))
  } catch {
    print("retryable: \(error.isRetryable), \(error)")
  }
}
