import Foundation

/// Prints a line at once, so that lines of child processes appear in order.
func report(_ line: String) {
  print(line)
  fflush(nil)
}

/// Returns a number in at least `width` characters.
func number(_ value: Double, _ width: Int, _ digits: Int) -> String {
  String(format: "%\(width).\(digits)f", value)
}

extension String {
  /// The string with spaces at its end, cut to `count` characters.
  func padded(to count: Int) -> String { padding(toLength: count, withPad: " ", startingAt: 0) }
}
