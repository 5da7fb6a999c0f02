import Foundation
import RequisiteTesting
import TestSupport
import Testing

@testable import Requisite

@Suite("The partial file of a download", .timeLimit(.minutes(3)))
struct PartialDownloadTests {
  private static let source = """
    {"request":"r","location":"l","eTag":"\\"1\\"","length":10}
    """

  /// The description of four bytes.
  private static func state(_ source: String) -> String {
    let checksum = Hexadecimal.encode(XXH64.hash(Data("1234".utf8)))
    return #"{"source":\#(source),"count":4,"checksum":"\#(checksum)"}"#
  }

  private func known(_ folder: TemporaryFolder, _ source: String) throws -> Int64? {
    _ = try folder.file(".f.partial.json", Data(Self.state(source).utf8))
    return try PartialDownload(to: folder.url.appending(path: "f")).known(of: "r")?.count
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test("a description is written and read back, and only its owner can read it", .feature("F14"))
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(".f.partial", Data("1234".utf8))
    #expect(try known(folder, Self.source) == 4)
    let partial = try PartialDownload(to: folder.url.appending(path: "f"))
    let source = try #require(try partial.known(of: "r")?.source)
    try partial.restart(as: source)
    try partial.append(Data("ab".utf8))
    #expect(try partial.known(of: "r")?.source == source)
    #expect(try partial.known(of: "other") == nil)
    for name in [".f.partial", ".f.partial.json"] {
      #expect(try mode(folder.url.appending(path: name)) == 0o600)
    }
  }

  @Test(
    "bytes and a description that others can write are not resumed", .feature("F14"),
    arguments: [".f.partial", ".f.partial.json"])
  func foreign(name: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(".f.partial", Data("1234".utf8))
    _ = try folder.file(".f.partial.json", Data(Self.state(Self.source).utf8))
    let place = folder.url.appending(path: "f")
    #expect(try PartialDownload(to: place).known(of: "r") != nil)
    #expect(chmod(folder.url.appending(path: name).path, 0o666) == 0)
    #expect(try PartialDownload(to: place).known(of: "r") == nil)
  }

  private static let unusable: [String] = [
    "", "{", "null", "[]", "{}", #"{"request":"r"}"#, "\0", String(repeating: "[", count: 10_000),
    source.replacingOccurrences(of: "10", with: "3"), source.replacingOccurrences(of: "10", with: "-1"),
    source.replacingOccurrences(of: "10", with: "1e400"),
    source.replacingOccurrences(of: "10", with: "99999999999999999999"),
    source.replacingOccurrences(of: "10", with: "\"10\""),
    source.replacingOccurrences(of: "10", with: "4.5"),
    source.replacingOccurrences(of: #"\"1\""#, with: #"\"1\"\r\nX-Evil: 1"#),
    source.replacingOccurrences(of: #"\"1\""#, with: #"\"1\r\nX-Evil: 1\""#),
    source.replacingOccurrences(of: #"\"1\""#, with: #"W/\"1\""#),
    source.replacingOccurrences(of: #"\"1\""#, with: "1"),
    source.replacingOccurrences(of: #"\"1\""#, with: #"\"\u0000\""#),
    source.replacingOccurrences(of: #"\"1\""#, with: "\\\"\(String(repeating: "a", count: 20_000))\\\""),
    source.replacingOccurrences(of: "\"r\"", with: "\"R\""),
    source.replacingOccurrences(of: "\"r\"", with: "1"),
  ]

  @Test(
    "a description that is malformed or contradicts the file is not used", .feature("F14"),
    arguments: unusable)
  func lies(state: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(".f.partial", Data("1234".utf8))
    #expect(try known(folder, state) == nil)
  }

  @Test(
    "with any bytes on the disk, only a description that a second reader accepts is resumed", .feature("F14"))
  func fuzzed() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(".f.partial", Data("1234".utf8))
    checkProperty(cases: 300) { generator in
      var bytes = Array(Self.source.utf8)
      for _ in 0..<(1 + generator.index(below: 4)) {
        let place = generator.index(below: bytes.count)
        switch generator.index(below: 3) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(Array("0123456789{}[],:\"\\ -.eE\n".utf8)[generator.index(below: 24)], at: place)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let found = try known(folder, text) != nil
      return try found == Self.isSound(Data(Self.state(text).utf8))
    }
  }

  /// The same by other means: Foundation's untyped reader.
  private static func isSound(_ data: Data) throws -> Bool {
    guard let state = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let object = state["source"] as? [String: Any]
    else { return false }
    guard object["request"] as? String == "r", object["location"] is String,
      let tag = object["eTag"] as? String,
      tag.unicodeScalars.allSatisfy({ 0x21...0x7E ~= $0.value }), tag.count >= 2, tag.first == "\"",
      tag.last == "\"",
      !tag.dropFirst().dropLast().contains("\"")
    else { return false }
    if let modified = object["lastModified"], !(modified is String), !(modified is NSNull) { return false }
    guard let length = object["length"], !(length is NSNull) else { return true }
    guard let number = length as? Double, number >= 4, number == number.rounded(), number < 9e18 else {
      return false
    }
    return !(length is Bool)
  }

  @Test(
    "a link, a pipe or a hard link in the partial file's place is removed, and its target is unchanged",
    .feature("F14")
  )
  func otherFiles() throws {
    let folder = try TemporaryFolder()
    let mine = try folder.file("mine", Data("mine".utf8))
    let part = folder.url.appending(path: ".f.partial").path
    let makers: [() -> Int32] = [
      { symlink(mine.path, part) }, { mkfifo(part, 0o666) }, { link(mine.path, part) },
    ]
    for make in makers {
      #expect(make() == 0)
      let partial = try PartialDownload(to: folder.url.appending(path: "f"))
      try partial.append(Data("new".utf8))
      #expect(try String(contentsOfFile: part, encoding: .utf8) == "new")
      #expect(try String(contentsOf: mine, encoding: .utf8) == "mine")
      try partial.remove()
    }
  }

  @Test("a link or a pipe in the description's place is not used, and does not hang", .feature("F14"))
  func otherDescriptions() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file(".f.partial", Data("1234".utf8))
    let sound = try folder.file("sound", Data(Self.state(Self.source).utf8)).path
    let place = folder.url.appending(path: ".f.partial.json").path
    for make in [{ symlink(sound, place) }, { mkfifo(place, 0o666) }, { mkdir(place, 0o700) }] {
      #expect(make() == 0)
      #expect(try PartialDownload(to: folder.url.appending(path: "f")).known(of: "r") == nil)
      try FileManager.default.removeItem(atPath: place)
    }
  }

  @Test("only one call at a time can download to a place", .feature("F14"))
  func locked() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "f")
    let first = try PartialDownload(to: place)
    let error = #expect(throws: FileFailure.self) { _ = try PartialDownload(to: place) }
    #expect(error?.code == .EBUSY)
    try first.remove()
  }

  @Test(
    "the place is free as soon as a download has ended, also while a reference to it remains", .feature("F14")
  )
  func ended() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: "f")
    let first = try PartialDownload(to: place)
    try withExtendedLifetime(first) {
      first.end()
      let second = try PartialDownload(to: place)
      #expect(throws: FileFailure.self) { _ = try PartialDownload(to: place) }
      try second.remove()
    }
  }

  @Test("a file whose name leaves no room for a suffix can be downloaded", .feature("F14"))
  func longName() throws {
    let folder = try TemporaryFolder()
    let place = folder.url.appending(path: String(repeating: "n", count: 255))
    let partial = try PartialDownload(to: place)
    try partial.append(Data("x".utf8))
    try partial.finish(replacing: false)
    #expect(try folder.contents() == [place.lastPathComponent])
  }
}
