import Testing

@testable import Requisite

@Suite("Values that QueryEncoder refuses")
struct QueryEncoderRefusalTests {
  private struct Refusal {
    let path: String
    let description: String
    let cause: (any Error)?
  }

  /// What is said of a value that cannot be encoded; nil where it can.
  private func refusal(_ value: some Encodable, _ encoder: QueryEncoder = QueryEncoder()) -> Refusal? {
    do {
      _ = try encoder.encode(value)
      return nil
    } catch {
      guard case .invalidRequest(let fault) = error, fault.part == .query else { return nil }
      guard case .invalidValue(_, let context) = fault.underlyingError as? EncodingError else {
        return Refusal(path: "", description: fault.description, cause: fault.underlyingError)
      }
      return Refusal(
        path: context.codingPath.dotted, description: fault.description, cause: fault.underlyingError)
    }
  }

  @Test("a top level that is not an object")
  func topLevel() throws {
    #expect(refusal([1, 2])?.path == "")
    #expect(refusal("text")?.description.contains("named values") == true)
    #expect(refusal(7) != nil)
    #expect(refusal(Date()) != nil)
    #expect(refusal([Int]()) != nil)
    #expect(refusal(URL(string: "https://h.example")) != nil)
  }

  @Test("infinite numbers and dates, and NaN", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) {
    #expect(refusal(["a": ["b": number]])?.path == "a.b")
    #expect(refusal(["a": Float(number)])?.path == "a")
    for style in [QueryEncoder.DateStyle.iso8601, .secondsSince1970, .millisecondsSince1970] {
      let date = Date(timeIntervalSince1970: number)
      #expect(refusal(["at": date], QueryEncoder(dates: style))?.path == "at")
    }
  }

  @Test("a date that does not fit into milliseconds")
  func hugeDate() {
    let date = Date(timeIntervalSince1970: 1e300)
    #expect(refusal(["at": date], QueryEncoder(dates: .millisecondsSince1970))?.path == "at")
    #expect(refusal(["at": date], QueryEncoder(dates: .secondsSince1970)) == nil)
  }

  @Test(
    "objects and arrays in arrays that have no indices",
    arguments: [QueryEncoder.ArrayStyle.repeated, .brackets, .commaSeparated])
  func deepArrays(style: QueryEncoder.ArrayStyle) {
    struct Item: Encodable { let id = 1 }
    struct Empty: Encodable {}
    let encoder = QueryEncoder(arrays: style)
    #expect(refusal(["a": [Item()]], encoder)?.path == "a.0")
    #expect(refusal(["a": [Empty()]], encoder)?.path == "a.0")
    #expect(refusal(["a": [[1], [2]]], encoder)?.path == "a.0")
    #expect(refusal(["a": [["k": 1]]], encoder)?.path == "a.0")
    #expect(refusal(["a": [[Int]()]], encoder)?.path == "a.0")
  }

  @Test("a comma in an element of a comma-separated array")
  func comma() {
    let encoder = QueryEncoder(arrays: .commaSeparated)
    #expect(refusal(["a": ["x", "y,z"]], encoder)?.path == "a.1")
    #expect(refusal(["a": "y,z"], encoder) == nil)
  }

  @Test("an error thrown by a value or a date format is the cause", .feature("D7"))
  func errorsOfTheUser() throws {
    struct Bad: Error {}
    struct Throwing: Encodable {
      func encode(to encoder: any Encoder) throws { throw Bad() }
    }
    #expect(refusal(["a": Throwing()])?.cause is Bad)
    let encoder = QueryEncoder(dates: .custom { _ in throw Bad() })
    #expect(refusal(["a": Date()], encoder)?.cause is Bad)
  }
}
