import Testing

@testable import PlaceholderServer

@Suite struct SeedTests {
  @Test("The seed is the same whenever it is made", arguments: Resource.allCases)
  func deterministic(resource: Resource) {
    #expect(Seed.records(of: resource) == Seed.records(of: resource))
  }

  @Test("Every child names a parent that exists")
  func parents() {
    for parent in Resource.allCases {
      let ids = Set(Seed.records(of: parent).compactMap { $0["id"] })
      for child in parent.children {
        let named = Set(Seed.records(of: child).compactMap { $0[parent.foreignKey] })
        #expect(named == ids)
      }
    }
  }

  @Test("No two todos have one title, and some are done")
  func todos() {
    let todos = Seed.todos()
    #expect(Set(todos.compactMap { $0["title"] }).count == 200)
    let done = todos.filter { $0["completed"] == .bool(true) }.count
    #expect((50...120).contains(done))
  }
}
