/// Reads numbers from the text in place, without making a string.
extension Document {
  @inline(__always)
  func integer<I: FixedWidthInteger & Decodable>(_ type: I.Type, at index: Int) throws -> I {
    let node = tape[index]
    if node.marks == Node.Kind.number | Node.isInteger, let value: I = shortInteger(node) { return value }
    return try slowInteger(type, at: index)
  }

  /// Reads a whole number of at most 18 digits. Returns nil if it is longer, malformed, or does not fit.
  @inline(__always) private func shortInteger<I: FixedWidthInteger>(_ node: Node) -> I? {
    var digit = bytes + node.start
    let end = digit + node.shortLength
    let isNegative = digit.pointee == UInt8(ascii: "-")
    if isNegative { digit += 1 }
    let count = end - digit
    guard count > 0, count <= 18, count == 1 || digit.pointee != UInt8(ascii: "0") else { return nil }
    var value: Int64 = 0
    while digit < end {
      value = value &* 10 &+ Int64(digit.pointee &- UInt8(ascii: "0"))
      digit += 1
    }
    return I(exactly: isNegative ? 0 &- value : value)
  }

  /// Reads long numbers and those with a fraction or an exponent. By Foundation's rules, `1.0` and `1e2` are whole.
  @inline(never)
  private func slowInteger<I: FixedWidthInteger & Decodable>(_ type: I.Type, at index: Int) throws -> I {
    guard tape[index].kind == Node.Kind.number else { throw nullOrMismatch(type, at: index) }
    guard NumberText(text(of: index)) != nil else { throw malformed("a malformed number", at: index) }
    guard let value = try? JSONDecoder().decode(type, from: Data(text(of: index))) else {
      throw unrepresentable(type, at: index)
    }
    return value
  }

  /// The digits of a number, as written in the text.
  func numberText(at index: Int) throws -> String {
    guard NumberText(text(of: index)) != nil else { throw malformed("a malformed number", at: index) }
    return String(decoding: text(of: index), as: UTF8.self)
  }

  func double(at index: Int) throws -> Double {
    guard tape[index].kind == Node.Kind.number else { return try nonConforming(Double.self, at: index) }
    guard let number = NumberText(text(of: index)) else { throw malformed("a malformed number", at: index) }
    if let value = FastDouble.nearest(number) { return value }
    return try representable(Double(String(decoding: text(of: index), as: UTF8.self)), number, at: index)
  }

  func float(at index: Int) throws -> Float {
    guard tape[index].kind == Node.Kind.number else { return try nonConforming(Float.self, at: index) }
    guard let number = NumberText(text(of: index)) else { throw malformed("a malformed number", at: index) }
    if let value = FastDouble.nearestFloat(number) { return value }
    return try representable(Float(String(decoding: text(of: index), as: UTF8.self)), number, at: index)
  }

  /// Refuses a number too large for the type, and one that is not zero but would be rounded to zero.
  private func representable<F: BinaryFloatingPoint>(_ value: F?, _ number: NumberText, at index: Int) throws
    -> F
  {
    guard let value, value.isFinite, value != 0 || number.digits == 0 else {
      throw unrepresentable(F.self, at: index)
    }
    return value
  }

  /// Reads a string that means infinity or NaN in the settings.
  @inline(never)
  private func nonConforming<F: BinaryFloatingPoint>(_ type: F.Type, at index: Int) throws -> F {
    let kind = tape[index].kind
    guard case .strings(let infinity, let minusInfinity, let nan) = coding.nonConformingFloats,
      kind == Node.Kind.plainString || kind == Node.Kind.wideString
    else { throw nullOrMismatch(type, at: index) }
    let text = text(of: index)
    if text.elementsEqual(infinity.utf8) { return .infinity }
    if text.elementsEqual(minusInfinity.utf8) { return -.infinity }
    if text.elementsEqual(nan.utf8) { return .nan }
    throw mismatch(type, at: index)
  }

  func decimal(at index: Int) throws -> Decimal {
    guard tape[index].kind == Node.Kind.number else { throw nullOrMismatch(Decimal.self, at: index) }
    guard let number = NumberText(text(of: index)) else { throw malformed("a malformed number", at: index) }
    if number.isExact, -100...100 ~= number.exponent, number.digits > 0 {
      return Decimal(
        sign: number.isNegative ? .minus : .plus, exponent: number.exponent,
        significand: Decimal(number.significand))
    }
    guard let value = try? JSONDecoder().decode(Decimal.self, from: Data(text(of: index))) else {
      throw unrepresentable(Decimal.self, at: index)
    }
    return value
  }
}

/// Makes strings when they are read.
extension Document {
  /// The string or key at `index`. The caller has checked the kind of the node.
  @inline(__always) func string(at index: Int) throws -> String {
    let node = tape[index]
    if node.kind == Node.Kind.plainString { return plainString(at: index) }
    return try checkedString(at: index)
  }

  /// The string of a plain node, whose bytes the scanner found to be ASCII.
  @inline(__always) func plainString(at index: Int) -> String {
    String(validUTF8: text(of: index), isASCII: true)
  }

  @inline(never) private func checkedString(at index: Int) throws -> String {
    do {
      return try resolvedString(at: index)
    } catch {
      throw malformed(error.problem, at: index)
    }
  }

  /// The string at `index`, with its escapes resolved if it has any.
  func resolvedString(at index: Int) throws(Escapes.Fault) -> String {
    let text = text(of: index)
    guard tape[index].kind == Node.Kind.escapedString else {
      guard let string = UTF8Text.string(text) else {
        throw Escapes.Fault(problem: "a string that is not UTF-8")
      }
      return string
    }
    return try Escapes.resolved(text, replacingHalves: coding.replacesHalfSurrogates)
  }
}
