// expect: error: enum case 'notFound' has no associated values
// In a block that throws other errors too, a dot pattern names a kind; the article on errors quotes the message.
import Requisite

struct FindTodos: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
}

func load(from client: APIClient, _ url: URL) async {
  do {
    _ = try Data(contentsOf: url)
    _ = try await client.dispatch(FindTodos())
  } catch .notFound(let response) {
    print(response.status)
  } catch {
  }
}
