/// Durations for people, to three digits: `0.42 ms`, `12.3 ms`, `1.25 s`.
enum DurationText {
  static func short(_ time: Duration) -> String {
    guard time >= .zero else { return "-\(short(.zero - time))" }
    let milliseconds = time / .milliseconds(1)
    let (value, unit) = milliseconds < 1_000 ? (milliseconds, "ms") : (milliseconds / 1_000, "s")
    return "\(fixed(value, digits: value < 10 ? 2 : value < 100 ? 1 : 0)) \(unit)"
  }

  /// The number with that many digits after the point, whatever the language of the system.
  private static func fixed(_ value: Double, digits: Int) -> String {
    let scale = [1, 10, 100][digits]
    let scaled = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return String(scaled) }
    let rest = String(scaled % scale)
    return "\(scaled / scale).\(String(repeating: "0", count: digits - rest.count))\(rest)"
  }
}
