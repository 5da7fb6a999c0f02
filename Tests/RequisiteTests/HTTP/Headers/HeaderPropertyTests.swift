import Testing

@testable import Requisite

@Suite("Header fields and media types that were written are read back")
struct HeaderPropertyTests {
  private static let tokenScalars = Array("abcXYZ019!#$%&'*+-.^_`|~".unicodeScalars)

  @Test("a media type with any parameter values")
  func mediaTypes() {
    checkProperty { generator in
      let names = (0..<generator.index(below: 4)).map {
        "\($0)\(generator.text(1...5, of: Self.tokenScalars))"
      }
      let parameters = names.map {
        MediaType.Parameter(name: ASCII.lowercased($0), value: generator.text(0...10))
      }
      let type = MediaType(
        type: generator.text(1...6, of: Self.tokenScalars),
        subtype: generator.text(1...6, of: Self.tokenScalars),
        parameters: parameters)
      return MediaType(type.description) == type
    }
  }

  @Test("an Accept list of such types is read back", .feature("D5"))
  func lists() {
    checkProperty { generator in
      let types = (0...generator.index(below: 4)).map { _ in
        MediaType("a", generator.text(1...4, of: Self.tokenScalars), parameters: ["x": generator.text(0...8)])
      }
      return MediaType.list(types.map(\.description).joined(separator: ", ")) == types
    }
  }

  @Test("Any text is read as a media type or refused, and a media type is read back unchanged")
  func anyText() {
    let scalars = Array("ab/;=\"\\ ,*\t\u{301}é".unicodeScalars)
    checkProperty(cases: 2000) { generator in
      guard let type = MediaType("a/b;c=" + generator.text(0...12, of: scalars)) else { return true }
      return MediaType(type.description) == type
    }
  }

  @Test("fields are sent unchanged or refused, as a second implementation decides", .feature("F5"))
  func fields() {
    struct Call: Request {
      typealias ReturnType = Void
      let path = "/x"
      let headers: HTTPHeaders
    }
    let scalars = SeededGenerator.awkward + ["\r", "\n", "\0", "\u{1}", "\u{7F}"]
    let token = CharacterSet(charactersIn: "abcXYZ019!#$%&'*+-.^_`|~")
    checkProperty(cases: 1000) { generator in
      let name = "a" + generator.text(0...2, of: generator.chance(3) ? scalars : Self.tokenScalars)
      let value = generator.text(0...6, of: scalars)
      let allowed =
        name.unicodeScalars.allSatisfy(token.contains)
        && !value.unicodeScalars.contains { $0.value < 32 && $0 != "\t" || $0.value == 127 }
      let call = Call(headers: [HTTPHeaderName(name): value])
      guard allowed else { return call.fault()?.part == .header }
      return try call.built().headers.map { [$0.name.rawValue, $0.value] } == [[name, value]]
    }
  }

  @Test("header fields behave as a list of pairs that is searched without regard to case", .feature("C28"))
  func model() {
    checkProperty { generator in
      var headers = HTTPHeaders()
      var model: [(String, String)] = []
      for step in 0..<20 {
        let name = ["A", "a", "B", "b", "c"][generator.index(below: 5)]
        switch generator.index(below: 3) {
        case 0:
          headers.append(HTTPHeader(HTTPHeaderName(name), "\(step)"))
          model.append((name, "\(step)"))
        case 1:
          headers[HTTPHeaderName(name)] = "\(step)"
          let place = model.firstIndex { $0.0.lowercased() == name.lowercased() } ?? model.endIndex
          model.removeAll { $0.0.lowercased() == name.lowercased() }
          model.insert((name, "\(step)"), at: place)
        default:
          headers.remove(HTTPHeaderName(name))
          model.removeAll { $0.0.lowercased() == name.lowercased() }
        }
      }
      let values = model.filter { $0.0.lowercased() == "a" }.map(\.1)
      return headers.map { [$0.name.rawValue, $0.value] } == model.map { [$0.0, $0.1] }
        && headers.values(for: "A") == values
        && headers["a"] == (values.isEmpty ? nil : values.joined(separator: ", "))
    }
  }
}
