import Testing

@testable import Requisite

@Suite("Header fields of a response")
struct HTTPHeaderSectionTests {
  private func headers(_ lines: String) -> HTTPHeaders { headers(Array(lines.utf8)) }

  private func headers(_ lines: [UInt8]) -> HTTPHeaders {
    var section = HTTPHeaderLines()
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      (line + [UInt8(ascii: "\n")]).withUnsafeBytes { _ = section.append($0) }
    }
    return section.headers
  }

  @Test("names are found in any case, values have no white space around them, and the order is kept")
  func fields() {
    let headers = headers("Content-Type:  a/b \t\r\nX-A: 1\r\nx-a:2\r\nEmpty:\r\nno colon\r\n: no name\r\n")
    #expect(headers.map(\.name.rawValue) == ["Content-Type", "X-A", "x-a", "Empty"])
    #expect(headers.map(\.value) == ["a/b", "1", "2", ""])
    #expect(headers["content-TYPE"] == "a/b")
    #expect(headers["X-A"] == "1, 2")
    #expect(headers.values(for: "x-a") == ["1", "2"])
    #expect(headers.contains("empty"))
    #expect(!headers.contains("X-B"))
    #expect(headers["X-B"] == nil)
  }

  @Test("a folded line continues the value before, with one space")
  func folded() {
    let headers = headers("A: 1 \r\n  2\r\n\t 3\r\n   \r\nB:\r\n x\r\nC: y\r\n")
    #expect(headers.map(\.value) == ["1 2 3", " x", "y"])
  }

  @Test("malformed UTF-8 is read as ISO 8859-1")
  func latin() {
    let headers = headers(Array("A: caf".utf8) + [0xE9, 10] + Array("B: café\n".utf8))
    #expect(headers.map(\.value) == ["café", "café"])
  }

  @Test("a section equals the same fields made by hand, and can be changed like them")
  func changes() {
    var changed = headers("A: 1\r\nB: 2\r\n")
    let made: HTTPHeaders = ["A": "1", "B": "2"]
    #expect(changed == made)
    #expect(changed.hashValue == made.hashValue)
    let copy = changed
    changed["B"] = "3"
    changed.append(HTTPHeader("C", "4"))
    #expect(changed == ["A": "1", "B": "3", "C": "4"])
    #expect(copy == made)
    #expect(headers("A: 1\r\n") == ["A": "1"])
    #expect(headers("").isEmpty)
    #expect(headers("") == HTTPHeaders())
  }

  @Test("after any changes, a section has the fields that the same changes make of fields made by hand")
  func anyChanges() {
    checkProperty { generator in
      var received = headers("A: 1\r\nB: 2\r\na: 3\r\nD: 4\r\n")
      var made: HTTPHeaders = ["A": "1", "B": "2", "a": "3", "D": "4"]
      for step in 0..<6 {
        let name = HTTPHeaderName(["A", "b", "C", "d"][generator.index(below: 4)])
        let field = HTTPHeader(name, "\(step)")
        let change: (inout HTTPHeaders) -> Void =
          switch generator.index(below: 3) {
          case 0: { $0.append(field) }
          case 1: { $0.set(field) }
          default: { $0.remove(name) }
          }
        change(&received)
        change(&made)
        guard received.count == made.count, received[name] == made[name], received.byteCount == made.byteCount
        else { return false }
      }
      return received == made
    }
  }
}
