import Testing

/// Checks a property on many random cases. A failure names the seed of its case; `first` repeats it.
func checkProperty(
  cases: Int = 400, first: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation,
  _ property: (inout SeededGenerator) throws -> Bool
) {
  for seed in first..<first + UInt64(cases) {
    var generator = SeededGenerator(seed: seed)
    do {
      guard try !property(&generator) else { continue }
      Issue.record("the property does not hold for seed \(seed)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("seed \(seed): \(error)", sourceLocation: sourceLocation)
    }
    return
  }
}
