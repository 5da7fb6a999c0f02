import Foundation
import Requisite

/// A line that shows progress: `plan.pdf  [#######-------]  50 %  1.2 of 2.4 MB`.
struct ProgressBar: Sendable, Hashable {
  /// The unit of the amounts.
  enum Unit: Sendable {
    case bytes
    case count(String)
  }

  /// The name of the file or list.
  var title: String
  var unit = Unit.bytes
  /// The maximum number of columns of the line.
  var width = 80

  /// Returns the line for an amount, without a bar if the total is unknown.
  func line(_ done: Int64, of total: Int64?) -> String {
    guard let total, total > 0 else { return "\(title)  \(unit.text(done))".truncated(to: width) }
    let fraction = min(1, Double(done) / Double(total))
    let amount = "\(unit.number(done, of: total)) of \(unit.text(total))"
    let percent = String(Int(fraction * 100)).leftPadded(to: 3) + " %"
    let room = width - title.columns - percent.count - amount.count - 8
    guard room >= 10 else { return "\(title)  \(percent)".truncated(to: width) }
    let cells = min(room, 30)
    let filled = Int(fraction * Double(cells))
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: cells - filled)
    return "\(title)  [\(bar)]  \(percent)  \(amount)"
  }
}

extension ProgressBar.Unit: Hashable {
  /// Returns the amount with its unit: `2.4 MB`, `200 todos`.
  func text(_ amount: Int64) -> String {
    switch self {
    case .bytes: "\(number(amount, of: amount)) \(Self.scale(amount).name)"
    case .count(let noun): "\(amount) \(noun)"
    }
  }

  /// Returns the amount as a number in the unit that suits the total.
  func number(_ amount: Int64, of total: Int64) -> String {
    guard case .bytes = self, Self.scale(total).size > 1 else { return String(amount) }
    let tenths = amount * 10 / Self.scale(total).size
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Returns the decimal unit for an amount, as file managers show it.
  private static func scale(_ amount: Int64) -> (size: Int64, name: String) {
    switch amount {
    case ..<1_000: (1, "bytes")
    case ..<1_000_000: (1_000, "kB")
    case ..<1_000_000_000: (1_000_000, "MB")
    default: (1_000_000_000, "GB")
    }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
