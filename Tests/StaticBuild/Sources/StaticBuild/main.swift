import Requisite

// Uses the default transport for a call that is refused, and says by which libcurl.
let client = APIClient(baseURL: "http://127.0.0.1:1", options: RequestOptions(deadline: .seconds(10)))
let answer = await client.dispatch(Endpoint<String>.get("/"), default: "refused, as it should be")
print("\(type(of: DefaultTransport.shared)): \(answer)")
