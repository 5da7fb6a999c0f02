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
    let location = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    return "\(message)\(location.isEmpty ? "" : ", in “\(location)”")."
  }

  /// What was expected and found.
  package var message: String { "Expected \(type) but found \(number)" }
}

/// The encoding of a JSON text: UTF-8, or UTF-16 or UTF-32, detected by the rules of RFC 4627 §3.
enum TextEncoding {
  /// Calls `body` with the text in UTF-8, without a byte order mark. UTF-8 is not copied.
  static func withUTF8<R>(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>) throws -> R)
    throws -> R
  {
    let (encoding, mark) = detect(bytes)
    let text = UnsafeRawBufferPointer(rebasing: bytes[mark...])
    guard let encoding else { return try text.withMemoryRebound(to: UInt8.self) { try body($0) } }
    guard var string = String(bytes: text, encoding: encoding) else {
      throw JSONFault("text that is not the UTF-16 or UTF-32 it begins as", at: 0).decodingError
    }
    return try string.withUTF8 { try body($0) }
  }

  /// The encoding, nil for UTF-8, and the length of the byte order mark.
  private static func detect(_ bytes: UnsafeRawBufferPointer) -> (encoding: String.Encoding?, mark: Int) {
    func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }
    return switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0, 0, 0xfe, 0xff): (.utf32BigEndian, 4)
    case (0xff, 0xfe, 0, 0): (.utf32LittleEndian, 4)
    case (0xfe, 0xff, _, _): (.utf16BigEndian, 2)
    case (0xff, 0xfe, _, _): (.utf16LittleEndian, 2)
    case (0xef, 0xbb, 0xbf, _): (nil, 3)
    case (0, 0, 0, .some(1...)): (.utf32BigEndian, 0)
    case (0, .some(1...), 0, .some(1...)), (0, .some(1...), nil, nil): (.utf16BigEndian, 0)
    case (.some(1...), 0, 0, 0): (.utf32LittleEndian, 0)
    case (.some(1...), 0, .some(1...), 0), (.some(1...), 0, nil, nil): (.utf16LittleEndian, 0)
    default: (nil, 0)
    }
  }
}
