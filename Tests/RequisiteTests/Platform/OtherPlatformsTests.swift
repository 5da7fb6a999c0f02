import Foundation
import Testing

@testable import Requisite

@Suite("Other compilers, and systems of 32 bits")
struct OtherPlatformsTests {
  @Test("seconds are numbers of 64 bits everywhere, beyond the year 2038 and the 68 years of 32 bits")
  func seconds() throws {
    let control = CacheControl([.cacheControl: "max-age=2147483648"])
    #expect(type(of: control.maxAge) == Int64?.self && control.maxAge == DeltaSeconds.unlimited)
    let cookie = try SetCookie("a=b; Max-Age=99999999999")
    #expect(type(of: cookie.maxAge) == Int64?.self && cookie.maxAge == 99_999_999_999)
    let day = try #require(CivilDay(year: 2100, month: 12, day: 31))
    #expect(day.seconds(at: 86_399) == 4_133_980_799)
    #expect(type(of: CacheDecision(.hit, .fresh).age) == Int64?.self)
  }

  @Test("CI compiles with Swift 6.2, runs with an Int of 32 bits, and knows Apple's names")
  func checks() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let steps = try [".ci/run", ".ci/long-run"].map {
      try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
    }.joined()
    for step in [".ci/swift-6.2 build", ".ci/check-32-bit", ".ci/check-names", ".ci/check-availability"] {
      #expect(steps.contains(step), "\(step)")
    }
    let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    #expect(manifest.hasPrefix("// swift-tools-version: 6.2"))
  }
}
