import Foundation
import Testing

@Suite("What continuous integration holds, because no test can")
struct ContinuousIntegrationTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(
    "what each layer of the stack costs stands in a table, and CI holds its allocations within 8 of those there",
    .feature("F36"))
  func layers() throws {
    let rows = try Self.text("Benchmarks/README.md").matches(of: #/\n\| `(\w+).*\| (\d+) \|/#).map {
      ($0.1, Int($0.2) ?? .max)
    }
    let limits = try Self.text("Benchmarks/Sources/CallAllocations/Main.swift").matches(
      of: #/"(\w+)": (\d+)/#
    )
    .map { ($0.1, Int($0.2) ?? .max) }
    #expect(limits.map(\.0) == ["retried", "throttled", "duplicatesRemoved", "cached", "StandardStack"])
    #expect(rows.filter { row in limits.contains { $0.0 == row.0 } }.map(\.1) == limits.map { $0.1 - 8 })
    #expect(try Self.text(".ci/run").contains("\"$folder/release/CallAllocations\"\n"))
  }

  @Test(
    "Swift 6.2 and 6.3 compile the library, an Int of 32 bits suffices, and no name is one of Apple's",
    .feature("F40"))
  func compilers() throws {
    let steps = try Self.text(".ci/run").split(separator: "\n").filter { $0.hasPrefix("step ") }
    for command in [
      "swift build --build-tests", ".ci/swift-6.2 build", ".ci/check-32-bit", ".ci/check-names",
    ] {
      #expect(steps.contains { $0.contains(command) }, "\(command)")
    }
  }
}
