/// The values that a line each is made of.
enum Line {
  struct Todo: Codable, Sendable {
    var userId: Int
    var id: Int
    var title: String
    var completed: Bool
  }

  struct User: Codable, Sendable {
    struct Address: Codable, Sendable {
      var street: String
      var city: String
      var zipcode: String
    }
    var id: Int
    var name: String
    var email: String
    var address: Address
    var tags: [String]
  }

  struct Chunk: Codable, Sendable {
    struct Choice: Codable, Sendable {
      struct Delta: Codable, Sendable { var content: String }
      var index: Int
      var delta: Delta
    }
    var id: String
    var created: Int
    var model: String
    var choices: [Choice]
  }

  static func todo(_ id: Int) -> Todo {
    Todo(userId: id / 20, id: id, title: "delectus aut autem \(id)", completed: id % 3 == 0)
  }

  static func user(_ id: Int) -> User {
    User(
      id: id, name: "Leanne Graham \(id)", email: "user\(id)@example.com",
      address: .init(street: "Kulas Light \(id)", city: "Gwenborough", zipcode: "\(10_000 + id)"),
      tags: ["a", "quite long tag", "number \(id)"])
  }

  static func chunk(_ id: Int) -> Chunk {
    Chunk(
      id: "chatcmpl-\(id)", created: 1_700_000_000 + id, model: "small",
      choices: [.init(index: 0, delta: .init(content: " word\(id)"))])
  }
}
