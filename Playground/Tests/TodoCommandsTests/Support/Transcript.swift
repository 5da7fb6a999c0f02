import Foundation

@testable import TodoCommands

/// Keeps what a command prints.
///
/// `@unchecked`: the lines are only touched under the lock.
final class Transcript: @unchecked Sendable {
  private let lock = NSLock()
  private var output: [String] = []
  private var remarks: [String] = []

  /// The result.
  var text: String { lock.withLock { output.joined(separator: "\n") } }
  /// What was said beside it.
  var notes: String { lock.withLock { remarks.joined(separator: "\n") } }

  /// A console that writes here.
  func console(width: Int? = 80, isColoured: Bool = false) -> Console {
    Console(
      style: Style(isColoured: isColoured), remarkStyle: Style(isColoured: isColoured), width: width,
      print: { line in self.lock.withLock { self.output.append(line) } },
      remark: { line in self.lock.withLock { self.remarks.append(line) } })
  }
}
