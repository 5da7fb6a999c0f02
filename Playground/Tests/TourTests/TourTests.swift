import BuiltTool
import Foundation
import Testing

@Suite(.timeLimit(.minutes(3))) struct TourTests {
  @Test("the playground is one file: the source of the tour is the page that Xcode opens", .feature("E24"))
  func oneFile() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let sources = package.appendingPathComponent("Sources/Tour")
    let main = sources.appendingPathComponent("main.swift")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sources.path) == ["main.swift"])
    #expect(
      main.resolvingSymlinksInPath().path
        == package.appendingPathComponent("Requisite.playground/Contents.swift").resolvingSymlinksInPath()
        .path)
  }

  @Test("the tour prints the same on every run", .feature("E24"))
  func tour() async throws {
    let expected = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "tour.txt")
    let tour = try await BuiltTool.run("Tour")
    #expect(tour.output == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
    #expect(tour.status == 0)
  }
}
