import Foundation
import Requisite

/// The value that the small responses are decoded to.
package struct Todo: Codable, Sendable {
  let userId: Int
  let id: Int
  let title: String
  let done: Bool
}

package struct FindTodo: Request {
  package typealias ReturnType = Todo
  package let path = "/todo"
}

package struct FindTodos: Request {
  package typealias ReturnType = [Todo]
  package let path = "/todos"
}

/// A body in memory, as it was received.
struct FindBytes: Request {
  typealias ReturnType = Data
  let path: String
}

/// The lines of `/lines/COUNT`, of 63 bytes each.
package struct ReadLines: Request {
  package typealias ReturnType = Lines
  package let path: String

  package init(_ count: Int) { path = "/lines/\(count)" }
}
