import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Console {
  /// Prints results to standard output, and remarks to standard error.
  static var standard: Console {
    let environment = ProcessInfo.processInfo.environment
    return Console(
      style: Style(isColoured: isColoured(STDOUT_FILENO, environment)),
      remarkStyle: Style(isColoured: isColoured(STDERR_FILENO, environment)),
      width: environment["COLUMNS"].flatMap { Int($0) } ?? terminalWidth,
      print: printLine,
      remark: { writeError($0 + "\n") },
      draw: isTerminal(STDERR_FILENO, environment) ? drawLine : nil
    )
  }

  /// Writes at once: a reader of a pipe is not kept waiting, and a full disk is noticed.
  @Sendable private static func printLine(_ line: String) throws {
    do { try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) } catch {
      throw Failure("the output cannot be written: \(error.localizedDescription)", .cannotWrite)
    }
  }

  @Sendable private static func drawLine(_ line: String?) {
    writeError("\r\u{1B}[2K" + (line ?? ""))
  }

  @Sendable private static func writeError(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// True for a terminal that interprets escape sequences.
  private static func isTerminal(_ file: Int32, _ environment: [String: String]) -> Bool {
    isatty(file) == 1 && environment["TERM"] != "dumb"
  }

  /// True for a terminal, unless `NO_COLOR` is set (no-color.org).
  private static func isColoured(_ file: Int32, _ environment: [String: String]) -> Bool {
    isTerminal(file, environment) && environment["NO_COLOR", default: ""].isEmpty
  }

  private static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
