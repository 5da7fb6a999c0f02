// expect: error: type 'AddTodo' does not conform to protocol 'Request'
// expect: declare method as an HTTPMethod or a String
// F4: a method is an HTTPMethod or a String; a property of another type would be ignored if it compiled.
import Requisite

enum Verb: String {
  case post
}

struct AddTodo: Request {
  typealias ReturnType = [Int]
  let path = "/todos"
  var method: Verb { .post }
}
