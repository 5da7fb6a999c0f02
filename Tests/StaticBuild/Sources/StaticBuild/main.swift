import Requisite

// Gets a list by the default transport from the server that is named on the command line, fails to reach one that is not
// there, and prints both, with what the process then takes of memory.

struct Item: Decodable {
  let id: Int
  let title: String
}

func outcome(_ base: String, _ path: RequestPath = "/") async -> String {
  let client = APIClient(baseURL: base, options: RequestOptions(deadline: .seconds(10)))
  do throws(NetworkRequestError) {
    let items = try await client.dispatch(Endpoint<[Item]>.get(path))
    return items.map { "\($0.id) \($0.title)" }.joined(separator: ", ")
  } catch {
    return "\(error.kind): \(error)"
  }
}

print("transport: \(type(of: DefaultTransport.shared)), libcurl \(CurlTransport.libraryVersion ?? "missing")")
print("refused: \(await outcome("http://127.0.0.1:1"))")
print("not ASCII: \(await outcome("http://bücher.invalid"))")
if CommandLine.arguments.count > 1 {
  print("items: \(await outcome(CommandLine.arguments[1], "/items.json"))")
}
if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) {
  for line in status.split(separator: "\n") where line.hasPrefix("VmRSS") || line.hasPrefix("RssAnon") {
    print(line)
  }
}
