import Foundation
import Requisite

/// What the small responses are decoded to.
struct Todo: Codable, Sendable {
  let userId: Int
  let id: Int
  let title: String
  let done: Bool
}

struct FindTodo: Request {
  typealias ReturnType = Todo
  let path = "/todo"
}

struct FindTodos: Request {
  typealias ReturnType = [Todo]
  let path = "/todos"
}
