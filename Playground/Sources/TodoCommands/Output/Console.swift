import ArgumentParser
import Foundation

/// The output of a command. It is a value, so that a test can collect what was printed.
struct Console: Sendable {
  /// How results look.
  var style: Style
  /// How remarks and errors look.
  var remarkStyle: Style
  /// The columns that a line of the result may have; nil where it is not for a screen.
  var width: Int?
  /// Takes a line of the result.
  var print: @Sendable (String) -> Void
  /// Takes a remark: a line for people that is not part of the result.
  var remark: @Sendable (String) -> Void
  /// Takes a line that stands until the next one replaces it, and nil to clear it. Nil where there is no terminal to
  /// draw on.
  var draw: (@Sendable (_ line: String?) -> Void)?

  /// A word beside the result, in one quiet line.
  func note(_ text: String) {
    remark(remarkStyle.dim(text))
  }

  /// Prints a failure, and returns the error that ends the process with its status.
  func report(_ failure: Failure) -> ExitCode {
    guard failure.status != .interrupted else {
      note("Stopped.")
      return ExitCode(failure.status.rawValue)
    }
    remark(remarkStyle.red("Error:") + " " + failure.message.printable)
    return ExitCode(failure.status.rawValue)
  }

  /// The value as JSON for programs, members in the order of their names.
  func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// The value as one line of JSON, members in the order of their names.
  func printJSONLine(_ value: some Encodable) throws {
    print(String(decoding: try Self.jsonLine(value), as: UTF8.self))
  }

  /// The bytes of such a line, without its end.
  static func jsonLine(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
