import Foundation

@testable import TodoCommands

/// Keeps what a command prints.
///
/// `@unchecked Sendable` because the lines are only touched under the lock.
final class Transcript: @unchecked Sendable {
  private let lock = NSLock()
  private var output: [String] = []
  private var remarks: [String] = []
  private var drawn: [String?] = []
  private var exitCode: Int32 = 0

  /// The result.
  var text: String { lock.withLock { output.joined(separator: "\n") } }
  /// What was said beside it.
  var notes: String { lock.withLock { remarks.joined(separator: "\n") } }

  /// The exit code of the process that the command would have ended.
  var status: Int32 {
    get { lock.withLock { exitCode } }
    set { lock.withLock { exitCode = newValue } }
  }
  /// What was drawn on the terminal, nil where the line was cleared.
  var lines: [String?] { lock.withLock { drawn } }

  @Sendable private func draw(_ line: String?) { lock.withLock { drawn.append(line) } }

  /// A console that writes here.
  func console(width: Int? = 80, isColoured: Bool = false, isTerminal: Bool = false) -> Console {
    Console(
      style: Style(isColoured: isColoured), remarkStyle: Style(isColoured: isColoured), width: width,
      print: { line in self.lock.withLock { self.output.append(line) } },
      remark: { line in self.lock.withLock { self.remarks.append(line) } },
      draw: isTerminal ? draw : nil)
  }
}
