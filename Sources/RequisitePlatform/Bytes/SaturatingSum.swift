extension FixedWidthInteger {
  /// The sum, or the greatest number if the sum exceeds it, for numbers from zero. Two sizes or counts from a file or a
  /// program can exceed an `Int`.
  package func saturatingSum(_ other: Self) -> Self {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? .max : sum
  }
}
