import Foundation
import Requisite

/// A progress bar on the console, until it is cleared. Without a terminal, it draws nothing.
///
/// `@unchecked Sendable` because the lock protects all state.
final class ProgressLine: @unchecked Sendable {
  private let bar: ProgressBar
  private let draw: (@Sendable (String?) -> Void)?
  private let lock = NSLock()
  private var shown: String?
  private var isOver = false

  init(_ title: String, _ unit: ProgressBar.Unit = .bytes, on console: Console) {
    bar = ProgressBar(title: title.printable, unit: unit, width: min(console.width ?? 80, 80) - 1)
    draw = console.draw
  }

  /// Draws the bar, unless the line is on the screen already.
  func show(_ done: Int64, of total: Int64?) {
    guard let draw else { return }
    let line = bar.line(done, of: total)
    lock.withLock {
      guard !isOver, line != shown else { return }
      shown = line
      draw(line)
    }
  }

  /// Clears the line. Later calls of `show`, for example by a transfer that is still ending, draw nothing.
  func clear() {
    lock.withLock {
      if shown != nil, !isOver { draw?(nil) }
      isOver = true
    }
  }
}
