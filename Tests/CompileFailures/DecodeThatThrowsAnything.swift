// expect: error: type 'FindTodos' does not conform to protocol 'Request'
// expect: to decode it yourself, declare decode(_:using:) with throws(NetworkRequestError)
// E9: a function with another type of error is not the requirement.
import Requisite

struct Todo: Sendable {
  let title: String
}

struct FindTodos: Request {
  typealias ReturnType = Todo
  let path = "/todos"

  func decode(_ response: NetworkResponse, using decoder: any ResponseDecoder) throws -> Todo {
    Todo(title: try response.text())
  }
}
