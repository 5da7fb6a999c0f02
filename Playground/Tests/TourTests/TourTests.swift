import BuiltTool
import Foundation
import Testing

@Suite struct TourTests {
  @Test("E24: the playground is one file, and prints the same on every run")
  func tour() async throws {
    let expected = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "tour.txt")
    let tour = try await BuiltTool.run("Tour")
    #expect(tour.output == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
    #expect(tour.status == 0)
  }
}
