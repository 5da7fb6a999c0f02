import Testing

@testable import Requisite

@Suite("Multipart forms that were written are read back")
struct MultipartPropertyTests {
  private static let nasty: [[UInt8]] = [
    Array("\r\n".utf8), Array("--".utf8), Array("\r\n--".utf8), Array("b0".utf8), Array("\r\n--b".utf8), [0],
    [0xFF],
    Array("\r".utf8), Array("\n".utf8), Array("a".utf8), Array("\r\n\r\n".utf8),
  ]

  private func content(_ generator: inout SeededGenerator) -> Data {
    Data(
      (0..<generator.index(below: 12)).flatMap { _ in Self.nasty[generator.index(below: Self.nasty.count)] })
  }

  /// A name that survives the escaping of browsers, which has no escape for the escape itself.
  private func name(_ generator: inout SeededGenerator) -> String {
    let scalars = SeededGenerator.awkward.filter { $0 != "%" } + ["\r", "\n"]
    return generator.text(0...8, of: scalars)
  }

  private func form(_ generator: inout SeededGenerator) -> MultipartForm {
    let parts = (0..<generator.index(below: 5)).map { _ in
      let name = name(&generator)
      let fileName = generator.chance(2) ? self.name(&generator) : nil
      return MultipartForm.Part(
        name: name, fileName: fileName, headers: ["X-A": "1", .contentType: "text/plain"],
        content: .data(content(&generator)))
    }
    return MultipartForm(parts, boundary: "b0c")
  }

  private func isSame(_ left: MultipartForm, _ right: MultipartForm) -> Bool {
    left.parts.count == right.parts.count
      && zip(left.parts, right.parts).allSatisfy { left, right in
        left.name.map { Array($0.utf8) } == right.name.map { Array($0.utf8) }
          && left.fileName.map { Array($0.utf8) } == right.fileName.map { Array($0.utf8) }
          && left.headers == right.headers && left.data == right.data
      }
  }

  @Test("by the library's own reader", .feature("D30"))
  func ownReader() {
    checkProperty(cases: 1000) { generator in
      let form = form(&generator)
      guard case .data(let data) = try form.encoded().content else { return false }
      return isSame(try MultipartForm(decoding: data, boundary: form.boundary), form)
    }
  }

  @Test("by a second reader that only splits at the boundary", .feature("D30", "F5"))
  func naiveReader() {
    checkProperty { generator in
      let form = form(&generator)
      guard case .data(let data) = try form.encoded().content else { return false }
      let contents = split(Data("\r\n".utf8) + data, at: Data("\r\n--b0c".utf8)).dropFirst().dropLast()
        .map { part in
          part.range(of: Data("\r\n\r\n".utf8)).map { Data(part[$0.upperBound...]) } ?? Data("?".utf8)
        }
      return contents == form.parts.compactMap(\.data)
    }
  }

  private func split(_ data: Data, at separator: Data) -> [Data] {
    var pieces: [Data] = []
    var rest = data[...]
    while let range = rest.range(of: separator) {
      pieces.append(Data(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return pieces + [Data(rest)]
  }

  @Test("any bytes are a message or an error, and a message can be written and read again", .feature("D30"))
  func anyBytes() {
    checkProperty(cases: 2000) { generator in
      let pieces =
        Self.nasty + [
          Array("--b0c\r\n".utf8), Array("\r\n--b0c--".utf8), Array("\r\n--b0c\r\n".utf8),
          Array("X: 1\r\n".utf8),
          Array("Content-Disposition: form-data; name=\"a\"\r\n".utf8),
        ]
      let bytes = (0..<generator.index(below: 14)).flatMap { _ in pieces[generator.index(below: pieces.count)]
      }
      let form: MultipartForm
      do { form = try MultipartForm(decoding: Data(bytes), boundary: "b0c") } catch { return true }
      guard form.parts.allSatisfy({ !($0.data ?? Data()).contains(Data("--b0c".utf8)) }) else { return true }
      guard case .data(let data) = try form.encoded().content else { return false }
      return isSame(try MultipartForm(decoding: data, boundary: "b0c"), form)
    }
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
