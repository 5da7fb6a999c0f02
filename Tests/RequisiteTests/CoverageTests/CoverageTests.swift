import Testing

@Suite("Every feature is claimed by a test, or listed as missing")
struct CoverageTests {
  private let features: [String]
  private let claims: FeatureClaims

  init() throws {
    features = try FeatureList().ids
    claims = try FeatureClaims(sources: Repository.testSources())
  }

  @Test("the list holds 209 features, each once")
  func list() {
    #expect(features.count == 209)
    #expect(Set(features).count == 209)
  }

  @Test("each feature is claimed, or on the list of missing features")
  func covered() {
    let missing = features.filter { !claims.ids.contains($0) && NotYet.reasons[$0] == nil }
    #expect(missing.isEmpty, "no test shows \(missing.joined(separator: ", "))")
  }

  @Test("no test claims a feature that is not in the list")
  func known() {
    let unknown = claims.ids.subtracting(features)
    #expect(unknown.isEmpty)
    #expect(NotYet.reasons.keys.allSatisfy(features.contains))
  }

  @Test("no claimed feature is on the list of missing features")
  func upToDate() {
    let stale = NotYet.reasons.keys.filter { claims.ids.contains($0) }.sorted()
    #expect(stale.isEmpty, "claimed and still on the list of what is to come: \(stale)")
  }

  @Test("claims are read from the traits of tests, and from neither titles nor comments")
  func reading() {
    let text = """
      @Test("a name", .feature("A1", "B22")) func a() {}
      @Test(
        "another, with D4: in it", .feature("C3"),
        arguments: [1]) func b() {}
      // @Test("E5: no test", .feature("E6")) func c() {}
      """
    #expect(FeatureClaims(text: text).ids == ["A1", "B22", "C3"])
  }
}
