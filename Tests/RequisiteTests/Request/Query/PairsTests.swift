import RequisiteTesting
import Testing

@testable import Requisite

@Suite("Pairs of names and values in queries and forms")
struct PairsTests {
  @Test(
    "a value without a text form is refused in a query and in a form, with its name", .feature("F5"),
    arguments: [Double.nan, .infinity])
  func refused(value: Double) throws {
    let query = Endpoint<NoContent>.get("/", query: ["a": 1, "limit": value]).fault()
    #expect(query?.part == .query && query?.reason.contains("“limit”") == true)
    let fields: FormFields = ["limit": [1, value]]
    let form = Endpoint<NoContent>.post("/", body: HTTPBody(fields)).fault()
    #expect(form?.part == .body && form?.reason.contains("“limit”") == true)
    #expect(Endpoint<NoContent>.get("/", query: ["limit": Optional(Decimal.nan)]).fault()?.part == .query)
  }

  @Test("dates, bytes, URLs and ids are values, and a type's own text is used in queries and forms")
  func values() throws {
    enum Order: String, Encodable, QueryValue { case ascending = "asc" }
    struct Tags: Encodable, QueryValue {
      var queryTexts: [String] { ["x", "y"] }
    }
    struct Filter: Encodable {
      var tags = Tags()
      var order = Order.ascending
    }
    let params: QueryParams = [
      "since": Date(timeIntervalSince1970: 0), "data": Data("a".utf8), "order": Order.ascending,
    ]
    #expect(params.items.map(\.value) == ["1970-01-01T00:00:00Z", "YQ==", "asc"])
    #expect(try QueryEncoder().encode(Filter()).items.compactMap(\.value) == ["x", "y", "asc"])
    #expect(try QueryEncoder(arrays: .commaSeparated).encode(Filter()).items.first?.value == "x,y")
    #expect(FormFields(["a": 1]).encoded == FormFields(items: [.init("a", "1")]).encoded)
  }
}
