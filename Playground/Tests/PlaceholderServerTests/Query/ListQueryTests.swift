import Testing

@testable import PlaceholderServer

@Suite struct ListQueryTests {
  @Test(
    "A query finds the same records as json-server",
    arguments: [
      ("userId=2&id_lte=22", ["21", "22"]),
      ("id=3&id=1", ["1", "3"]),
      ("id_gte=199", ["199", "200"]),
      ("id_lte=3&id_ne=1&id_ne=2", ["3"]),
      ("nosuchmember=1&id=4", ["4"]),
      ("id=999", []),
      ("_sort=id&_order=desc&_limit=2", ["200", "199"]),
      ("id_lte=22&_sort=userId,id&_order=desc,asc&_limit=3", ["21", "22", "1"]),
    ])
  func todos(query: String, ids: [String]) {
    #expect(ListQuery(query).result(in: Seed.todos()).compactMap(\.id) == ids)
  }

  @Test(
    "Nested members filter and sort too",
    arguments: [
      ("address.city=Oosterwiel", ["5"]), ("company.name_like=HONEY", ["7"]),
      ("_sort=address.geo.lat&_limit=1", ["7"]), ("address.city=Cwm+Derwen", ["10"]),
      ("q=%C3%98stby", ["9"]), ("q=bees", ["7"]), ("q=", (1...10).map(String.init)),
    ])
  func users(query: String, ids: [String]) {
    #expect(ListQuery(query).result(in: Seed.users()).compactMap(\.id) == ids)
  }

  @Test("Numbers are compared as numbers, texts as texts")
  func order() {
    let records: [Record] = [["id": 10], ["id": 9], ["id": "b"]]
    #expect(ListQuery("_sort=id").result(in: records).compactMap(\.id) == ["9", "10", "b"])
  }
}

extension ListQuery {
  fileprivate init(_ query: String) {
    self.init(QueryItem.items(of: query))
  }

  fileprivate func result(in records: [Record]) -> [Record] {
    Array(window.slice(of: matches(in: records)))
  }
}
