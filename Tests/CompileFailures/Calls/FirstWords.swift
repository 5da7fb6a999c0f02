// expect: 'FileBody' is unavailable: declare the body as an HTTPBody and pass HTTPBody.file(url)
// expect: 'upload' is unavailable: an upload is a post or put with a body, as in: .post(path, body: .file(url))
// expect: 'progress' has been renamed to 'onProgress(_:)'
// expect: 'throttled(maxConcurrent:scope:queue:)' has been renamed to 'throttled(max:scope:queue:)'
// expect: 'values(of:maxConcurrent:)' has been renamed to 'values(of:atOnce:)'
// expect: 'unprocessable' is unavailable: a 422 is an error4xx: catch where error.status == 422
// expect: 'with' is unavailable: a number has no unit: write “.seconds(5)” or “.milliseconds(500)”
// Words that are tried first and mean something that has another name.
import Requisite

struct Upload: Request {
  typealias ReturnType = Void
  let path = "/files"
  let method = HTTPMethod.put
  let body: FileBody
}

struct Find: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
}

func load(from client: APIClient, _ url: URL) async {
  _ = Endpoint<[Int]>.upload("/files", body: .file(url))
  _ = Find().progress { print($0) }
  _ = DefaultTransport.shared.throttled(maxConcurrent: 4)
  _ = client.with(\.timeout, 5)
  _ = Find().with(\.deadline, 2.5)
  _ = RequestOptions().with(\.timeout, 5)
  do {
    _ = try await client.values(of: [Find()], maxConcurrent: 4)
  } catch .unprocessable {
  } catch {
  }
}
