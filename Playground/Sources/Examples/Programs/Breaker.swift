import Requisite

/// Stops calling a service that fails, after four failures.
@Sendable func runBreaker(baseURL: String, print: @escaping @Sendable (String) -> Void) async throws {
  struct FindNews: Request {
    typealias ReturnType = [String]
    let path = "/news"
  }

  let stack = DefaultTransport.shared.circuitBreaker(CircuitBreaker(minimumCalls: 4))
  let client = APIClient(baseURL: baseURL, transport: stack)
  for _ in 1...6 {
    do {
      print("\(try await client.dispatch(FindNews()).count) headlines")
    } catch .serverError {
      print("the server failed")
    } catch .refused {
      print("not sent")
    } catch {
      throw error
    }
  }
}
