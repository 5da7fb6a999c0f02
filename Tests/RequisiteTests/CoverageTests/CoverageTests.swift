import Testing

@Suite("Every feature is claimed by a test, or listed as missing")
struct CoverageTests {
  private let features: [String]
  private let claims: FeatureClaims

  init() throws {
    features = try FeatureList().ids
    claims = try FeatureClaims(sources: Repository.testSources())
  }

  @Test("the list holds 185 features, each once")
  func list() {
    #expect(features.count == 185)
    #expect(Set(features).count == 185)
  }

  @Test("each feature is claimed, or on the list of missing features")
  func covered() {
    let missing = features.filter { claims.tests[$0] == nil && NotYet.reasons[$0] == nil }
    #expect(missing.isEmpty, "no test shows \(missing.joined(separator: ", "))")
  }

  @Test("no test claims a feature that is not in the list")
  func known() {
    let unknown = claims.tests.filter { !features.contains($0.key) }
    #expect(unknown.isEmpty)
    #expect(NotYet.reasons.keys.allSatisfy(features.contains))
  }

  @Test("no claimed feature is on the list of missing features")
  func upToDate() {
    let stale = NotYet.reasons.keys.filter { claims.tests[$0] != nil }.sorted()
    #expect(stale.isEmpty, "claimed and still on the list of what is to come: \(stale)")
  }

  @Test("claims are read only from the titles of tests")
  func reading() {
    let text = """
      @Test("A1, B22: a name") func a() {}
      @Test(
        "C3: another, with D4: in it", arguments: [1]) func b() {}
      // E5: no test
      @Test("no feature: E6") func c() {}
      """
    #expect(FeatureClaims(text: text).tests.keys.sorted() == ["A1", "B22", "C3"])
  }

  @Test("a test that is compiled on no platform of CI claims nothing")
  func conditions() {
    let text = """
      #if os(Linux)
      @Test("A1: ") func a() {}
        #if canImport(Darwin)
        @Test("A2: ") func b() {}
        #else
        @Test("A3: ") func c() {}
        #endif
      #elseif canImport(Combine)
      @Test("A4: ") func d() {}
      #endif
      #if !os(Linux) || DEBUG && canImport(FoundationNetworking)
      @Test("A5: ") func e() {}
      #endif
      #if os(macOS) || canImport(SwiftUI)
      @Test("A6: ") func f() {}
      #endif
      """
    #expect(FeatureClaims(text: text).tests.keys.sorted() == ["A1", "A3", "A5"])
    let standIns = FeatureClaims(text: text, compiledWith: .appleStandIns)
    #expect(standIns.tests.keys.sorted() == ["A4", "A5", "A6"])
  }
}
