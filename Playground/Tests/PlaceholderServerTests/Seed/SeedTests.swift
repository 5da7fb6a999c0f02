import Testing

@testable import PlaceholderServer

@Suite struct SeedTests {
  @Test(
    "The seed is the same in every process, so documented records stay valid",
    arguments: [
      (Resource.todos, "title", JSON.string("Wax the sledge before lunch")), (.users, "id", 1),
      (.photos, "albumId", 1),
    ])
  func deterministic(resource: Resource, member: String, value: JSON) {
    #expect(Seed.records(of: resource).first?[member] == value)
  }

  @Test("Every child names a parent that exists")
  func parents() {
    for parent in Resource.allCases {
      let ids = Set(Seed.records(of: parent).compactMap { $0["id"] })
      for child in parent.children where child != .attachments {
        let named = Set(Seed.records(of: child).compactMap { $0[parent.foreignKey] })
        #expect(named == ids)
      }
    }
  }

  @Test("The titles of todos differ, and some todos are done")
  func todos() {
    let todos = Seed.todos()
    #expect(Set(todos.compactMap { $0["title"] }).count == 200)
    let done = todos.filter { $0["completed"] == .bool(true) }.count
    #expect((50...120).contains(done))
  }
}
