import ArgumentParser
import Foundation

/// Where results and remarks go: a value, so that a test can look at what was printed.
struct Console: Sendable {
  /// How results look.
  var style: Style
  /// How remarks and errors look.
  var remarkStyle: Style
  /// The columns that a line of the result may have; nil where it is not for a screen.
  var width: Int?
  /// Takes a line of the result.
  var print: @Sendable (String) -> Void
  /// Takes a line for the reader beside the result.
  var remark: @Sendable (String) -> Void

  /// A word beside the result, in one quiet line.
  func note(_ text: String) {
    remark(remarkStyle.dim(text))
  }

  /// Tells of a failure, and gives the error that ends the process with its status.
  func report(_ failure: Failure) -> ExitCode {
    remark(remarkStyle.red("Error:") + " " + failure.message.printable)
    return ExitCode(failure.status.rawValue)
  }

  /// The value as JSON for programs, members in the order of their names.
  func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
