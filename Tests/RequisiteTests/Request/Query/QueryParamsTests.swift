import Testing

@testable import Requisite

@Suite("The query of a request")
struct QueryParamsTests {
  private struct Search<Query: QueryConvertible>: Request {
    typealias ReturnType = Data
    let path = "/search"
    let queryParams: Query
  }

  private struct Described<Query: Encodable & Sendable>: Request {
    typealias ReturnType = Data
    let path = "/search"
    let queryParams: Query
    var options = RequestOptions()
  }

  private func query(_ params: some QueryConvertible) throws -> String? {
    try Search(queryParams: params).built().url.query(percentEncoded: true)
  }

  @Test(
    "characters with a meaning in a query are escaped", .feature("B18", "F5"),
    arguments: [
      ("a+b", "a%2Bb"), ("a b", "a%20b"), ("a&b", "a%26b"), ("a=b", "a%3Db"), ("a#b", "a%23b"),
      ("a?b", "a%3Fb"),
      ("a%20b", "a%2520b"), ("a/b", "a%2Fb"), ("é漢👩", "%C3%A9%E6%BC%A2%F0%9F%91%A9"), ("a;b", "a%3Bb"),
      ("\r\n\0", "%0D%0A%00"), ("[1]", "%5B1%5D"), ("a-b._~c", "a-b._~c"), ("'\"<>", "%27%22%3C%3E"),
      ("", ""),
    ])
  func escaped(value: String, expected: String) throws {
    #expect(try query(["q": value] as QueryParams) == "q=\(expected)")
    let name = expected.isEmpty ? "=x" : "\(expected)=x"
    #expect(try query([value: "x"] as QueryParams) == name)
  }

  @Test("order and repeats are kept, an array repeats its name, and nil is skipped", .feature("B18", "C29"))
  func order() throws {
    let cursor: String? = nil
    let params: QueryParams = ["z": 1, "a": ["x", "y"], "cursor": cursor, "z": true, "half": 0.5]
    #expect(try query(params) == "z=1&a=x&a=y&z=true&half=0.5")
  }

  @Test("without a query there is no question mark", .feature("E4", "D13"))
  func none() throws {
    struct Plain: Request {
      typealias ReturnType = Data
      let path = "/search"
    }
    #expect(try Plain().built().url.absoluteString == "https://api.example.com/search")
    #expect(
      try Search(queryParams: QueryParams()).built().url.absoluteString == "https://api.example.com/search")
    #expect(
      try Search(queryParams: [String: String]()).built().url.absoluteString
        == "https://api.example.com/search")
  }

  @Test("dictionaries are written in the order of their names", .feature("E4"))
  func dictionaries() throws {
    #expect(try query(["b": "2", "a": "1", "c": "3"] as [String: String]) == "a=1&b=2&c=3")
    #expect(try query(["b": "2", "a": nil] as [String: String?]) == "b=2")
    #expect(try query(["b": "2"] as [String: String]?) == "b=2")
    #expect(try query(QueryParams?.none) == nil)
  }

  @Test("query items of Foundation are sent, also a name without a value", .feature("B4"))
  func foundationItems() throws {
    let items = [
      URLQueryItem(name: "q", value: "a+b"), URLQueryItem(name: "verbose", value: nil),
      URLQueryItem(name: "q", value: ""),
    ]
    #expect(try query(items) == "q=a%2Bb&verbose&q=")
  }

  @Test(
    "a query item is read and set as a member, and setting it replaces all items of the name", .feature("C29")
  )
  func members() throws {
    var params: QueryParams = ["tag": "a", "page": 1, "tag": "b"]
    #expect(params.tag == "a")
    #expect(params.values(for: "tag") == ["a", "b"])
    params.tag = "c d"
    params.greeting = "hello"
    #expect(params.encoded == "tag=c%20d&page=1&greeting=hello")
    params.tag = nil
    #expect(params.encoded == "page=1&greeting=hello")
  }

  @Test("any Encodable is a query, also an Optional of one")
  func encodable() throws {
    struct Filter: Encodable {
      let text: String
      let done: Bool?
      let tags: [String]
    }
    let filter = Filter(text: "a&b", done: nil, tags: ["x", "y z"])
    #expect(try Described(queryParams: filter).built().url.query() == "text=a%26b&tags=x&tags=y%20z")
    #expect(try Described(queryParams: Filter?.none).built().url.query() == nil)
    #expect(
      try Described(queryParams: Filter?.some(filter)).built().url.query() == "text=a%26b&tags=x&tags=y%20z")
  }

  @Test("the encoder of the request is used before the client's, and the client's before the default")
  func encoders() throws {
    struct Filter: Encodable { let tags: [Int] }
    var request = Described(queryParams: Filter(tags: [1, 2]))
    let coders = BodyCoders(query: QueryEncoder(arrays: .brackets))
    #expect(try request.built(coders: coders).url.query() == "tags%5B%5D=1&tags%5B%5D=2")
    request.options.queryEncoder = QueryEncoder(arrays: .commaSeparated)
    #expect(try request.built(coders: coders).url.query() == "tags=1%2C2")
  }

  @Test(
    "a dictionary uses the encoder's styles of arrays, dates and Booleans, and by default an array repeats its name"
  )
  func dictionaryStyles() throws {
    let tags = ["tag": ["a", "b"], "none": []]
    #expect(try Described(queryParams: tags).built().url.query() == "tag=a&tag=b")
    #expect(try query(tags) == "tag=a&tag=b")
    let numbered = BodyCoders(query: QueryEncoder(arrays: .brackets, booleans: .numbers))
    #expect(try Search(queryParams: tags).built(coders: numbered).url.query() == "tag%5B%5D=a&tag%5B%5D=b")
    #expect(try Search(queryParams: ["done": true]).built(coders: numbered).url.query() == "done=1")
    #expect(try Search(queryParams: [String: [String]]?.none).built(coders: numbered).url.query() == nil)
    #expect(
      try Search(queryParams: [String: [String]]?.some(tags)).built(coders: numbered).url.query() != nil)
  }

  @Test("a query that cannot be encoded is an error of the query, with the cause and the place")
  func unencodable() throws {
    struct Filter: Encodable { let range: [String: Double] }
    let fault = try #require(Described(queryParams: Filter(range: ["max": .infinity])).fault())
    #expect(fault.part == .query)
    #expect(fault.underlyingError is EncodingError)
    #expect(fault.description.contains("range.max"))
  }

  @Test(
    "the query of a URL is read as a form",
    arguments: [
      ("a=1&b=2", [("a", "1"), ("b", "2")]), ("a+b=c%2Bd", [("a b", "c+d")]), ("a", [("a", nil)]),
      ("a=", [("a", "")]), ("&&a=1&", [("a", "1")]), ("=x", [("", "x")]), ("a=b=c", [("a", "b=c")]),
      ("a=%zz%4", [("a", "%zz%4")]), ("a=%C3%A9%41", [("a", "éA")]), ("a=%FF", [("a", "\u{FFFD}")]), ("", []),
    ] as [(String, [(String, String?)])])
  func read(text: String, expected: [(String, String?)]) {
    #expect(QueryParams(encoded: text).items == expected.map { QueryParams.Item($0.0, $0.1) })
  }
}
