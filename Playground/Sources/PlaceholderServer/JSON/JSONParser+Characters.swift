extension JSONParser {
  var peek: Unicode.Scalar? {
    position < bytes.count ? Unicode.Scalar(bytes[position]) : nil
  }

  mutating func skipSpace() {
    while let next = peek, " \t\r\n".unicodeScalars.contains(next) { position += 1 }
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  mutating func expect(_ scalar: Unicode.Scalar) throws(JSONSyntaxError) {
    skipSpace()
    guard take(scalar) else { throw error("\u{201C}\(scalar)\u{201D} is expected") }
  }

  func error(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: position)
  }
}
