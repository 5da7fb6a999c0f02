import ArgumentParser
import Foundation

/// The output of a command. A test replaces its functions to collect what is printed.
struct Console: Sendable {
  /// The style of results.
  var style: Style
  /// The style of remarks and errors.
  var remarkStyle: Style
  /// The number of columns of a line; nil if the output is not a screen.
  var width: Int?
  /// Prints a line of the result. Throws a ``Failure`` if that is not possible, such as on a full disk.
  var print: @Sendable (String) throws -> Void
  /// Prints a remark: a line for people that is not part of the result.
  var remark: @Sendable (String) -> Void
  /// Draws a line that the next one replaces, or clears it for nil. The function is nil if there is no terminal to draw
  /// on.
  var draw: (@Sendable (_ line: String?) -> Void)?

  /// Prints a remark in a dim style.
  func note(_ text: String) {
    remark(remarkStyle.dim(text))
  }

  /// Prints the lines of a text as remarks.
  func note(lines text: String) {
    for line in text.split(whereSeparator: \.isNewline) { note(String(line).printable) }
  }

  /// Prints a failure, and returns the error that ends the process with its exit code.
  func report(_ failure: Failure) -> ExitCode {
    guard failure.status != .interrupted else {
      note("Stopped.")
      return ExitCode(failure.status.rawValue)
    }
    remark(remarkStyle.red("Error:") + " " + failure.message.printable)
    return ExitCode(failure.status.rawValue)
  }

  /// Prints a value as JSON for programs, with sorted members.
  func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Prints a value as one line of JSON, with sorted members.
  func printJSONLine(_ value: some Encodable) throws {
    try print(String(decoding: try Self.jsonLine(value), as: UTF8.self))
  }

  /// Returns a value as one line of JSON, without the line end.
  static func jsonLine(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
