/// The first fault in a text that is not JSON, and its byte offset.
struct JSONFault: Error {
  let problem: String
  let offset: Int

  init(_ problem: String, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The error that decoding throws. Its coding path is empty, as in Foundation.
  var decodingError: DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: [], debugDescription: "The text is not valid JSON: \(problem) at byte \(offset)."))
  }

  /// The name of a byte in error messages.
  static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7e: "“\(Character(Unicode.Scalar(byte)))”"
    default: "byte 0x\(String(byte, radix: 16))"
    }
  }
}

/// The cause of an error about a number that the type cannot represent.
package struct UnrepresentableNumber: Error, CustomStringConvertible {
  package let type: Any.Type
  /// The keys and indices that lead to the number.
  package let path: [any CodingKey]
  /// The number as it is written in the text, at most 40 characters of it.
  package let number: String

  /// What was expected, what was found and where.
  package var description: String {
    let place = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    return "\(words)\(place.isEmpty ? "" : ", in “\(place)”")."
  }

  /// What was expected and found.
  package var words: String { "Expected \(type) but found \(number)" }
}
