import Requisite
import Testing
import TodoAPI

@Suite(.timeLimit(.minutes(1))) struct UserTests {
  @Test("a request in two lines returns an array", .feature("E8", "E9"))
  func all() async throws {
    try await withClient { client in
      let users = try await client.dispatch(FindUsers())
      #expect(users.map(\.id) == Array(1...10))
      #expect(users.allSatisfy { $0.email.contains("@") && !$0.address.geo.lat.isEmpty })
    }
  }

  @Test("a key path leads to one text in the document", .feature("A33", "A34"))
  func city() async throws {
    try await withClient { client in
      let user = try await client.dispatch(FindUser(id: 5))
      let city = try await client.dispatch(FindCity(of: 5))
      #expect(city == user.address.city)
      #expect(!city.isEmpty)
    }
  }
}
