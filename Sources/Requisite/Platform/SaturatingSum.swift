extension FixedWidthInteger {
  /// The sum, or the greatest number if the sum of two numbers that are not negative exceeds it. For sizes and counts that
  /// were read from a file or set by a program, of which two can exceed an `Int`.
  package func saturatingSum(_ other: Self) -> Self {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? .max : sum
  }
}
