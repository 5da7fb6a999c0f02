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
